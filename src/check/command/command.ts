import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { Command, Item } from "../../runtime/contract/definition.js";
import { locateText, type NodePath, type ScalarNode } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import type { CommandSpec } from "../language/command-shape.js";
import type { FoundInFolder } from "../shell/found-in-folder.js";
import { scopeFor, type TemplateContext } from "../template/check-text.js";
import { compileItem, compileWord } from "../template/compile-text.js";
import { cutWords, type Word } from "../template/cut-words.js";
import { type FlatWord, flattenWords, type ParsedItem } from "../template/flatten.js";
import { parseTemplate } from "../template/parse-template.js";
import { shellSyntax } from "../template/shell-syntax.js";
import type { TemplateScope } from "../template/template-scope.js";

/** A compiled command, and its arguments as written, for the rules about them. */
export interface CheckedCommand {
  readonly command: Command;
  readonly words: readonly FlatWord[];
  /** The commands of a script. `words` are then those that can be options. */
  readonly commands?: readonly ProgramWords[];
}

/**
 * A program and its arguments as written. `takesOptions: false`: this word is never an option, whatever it begins with.
 */
export interface ProgramWords {
  readonly program: string;
  readonly words: readonly (FlatWord & { readonly takesOptions?: boolean })[];
  /** The values in its standard input, and those in the files that an argument may name, if a script contains it. */
  readonly input?: () => FlatWord;
  readonly contentAt?: (index: number) => FlatWord;
  /** Where it begins, and until where a folder holds that it changes to, if a script contains it. */
  readonly at?: number;
  readonly until?: number;
  /** The files and programs that it runs besides its arguments, and that its folder decides. */
  readonly found?: readonly FoundInFolder[];
}

/** A command and its position: the tool's own, or a platform's. */
export interface CommandSource {
  readonly value: CommandSpec | undefined;
  readonly path: NodePath;
}

/** Compiles a `command`: a list of items or one string, whose first word is the literal program. */
export function checkCommand(tool: ToolContext, context: TemplateContext, source: CommandSource): Result<CheckedCommand | undefined> {
  const log: Diagnostic[] = [];
  const groups = typeof source.value === "string" ? stringItems(tool, source, log) : listItems(tool, source, log);
  const [first, ...rest] = groups;
  if (first === undefined) return [undefined, log];
  const program = readProgram(first, log);
  const scopeOf = (scalar: ScalarNode): TemplateScope => scopeFor(scalar, context, log);
  const items = rest.map((group): Item => {
    const compiled = group.items.map((item) => {
      const scope = scopeOf(item.scalar);
      return item.quoted ? compileWord(item.nodes, scope, context.dash) : compileItem(item.nodes, scope, context.dash);
    });
    const [only] = compiled;
    return group.nested || only === undefined ? { kind: "group", items: compiled } : only;
  });
  if (program === undefined || log.length > 0) return [undefined, log];
  return [
    {
      command: { ...program, items },
      words: flattenWords(
        rest.flatMap((group) => group.items),
        scopeOf,
      ),
    },
    log,
  ];
}

/** A program without arguments, for a platform's command. */
export function checkProgram(tool: ToolContext, path: NodePath): Result<Pick<Command, "program" | "specDir"> | undefined> {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [undefined, []];
  const log: Diagnostic[] = [];
  const program = readProgram({ nested: false, items: [parseItem(scalar, 0, log)] }, log);
  return [log.length > 0 ? undefined : program, log];
}

interface ItemGroup {
  readonly items: readonly ParsedItem[];
  readonly nested: boolean;
}

function listItems(tool: ToolContext, { value, path }: CommandSource, log: Diagnostic[]): readonly ItemGroup[] {
  const command = Array.isArray(value) ? value : [];
  return command.map((item: string | readonly string[], index) => {
    const nested = Array.isArray(item);
    const scalars = nested ? item.map((_, i) => tool.scalar([...path, index, i])) : [tool.scalar([...path, index])];
    return { nested, items: scalars.filter((scalar) => scalar !== undefined).map((scalar) => parseItem(scalar, index, log)) };
  });
}

function parseItem(scalar: ScalarNode, group: number, log: Diagnostic[]): ParsedItem {
  const [nodes, problems] = parseTemplate(scalar);
  log.push(...problems);
  return { nodes, scalar, quoted: false, group };
}

/** A string is split at literal spaces; other shell syntax is an error that suggests `shell:`. */
function stringItems(tool: ToolContext, { path }: CommandSource, log: Diagnostic[]): readonly ItemGroup[] {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [];
  const [nodes, problems] = parseTemplate(scalar);
  log.push(...problems);
  const { words, unclosedQuote } = cutWords(nodes);
  if (unclosedQuote !== undefined) log.push(diagnostic("unclosed-quote", locateText(scalar, unclosedQuote.start, unclosedQuote.end), {}));
  for (const { text, range } of words.flatMap(shellSyntax)) {
    log.push(diagnostic("shell-syntax", locateText(scalar, range.start, range.end), { text }));
  }
  if (words.length === 0 && log.length === 0) log.push(diagnostic("empty-command", scalar.span, {}));
  return words.map((word: Word, group) => ({ nested: false, items: [{ nodes: word.nodes, scalar, quoted: word.quoted, group }] }));
}

/** The first word is literal: a program found on PATH, or a file beside the spec as `{{@specDir}}/…`. */
function readProgram(group: ItemGroup, log: Diagnostic[]): Pick<Command, "program" | "specDir"> | undefined {
  const [item, ...others] = group.items;
  if (item === undefined) return undefined;
  const span = item.scalar.span;
  const [first, second] = item.nodes;
  // A template that couldn't be parsed has been reported already.
  if (item.nodes.length === 0 && item.scalar.text !== "") return undefined;
  if (group.nested || others.length > 0) {
    log.push(diagnostic("placeholder-program", span, { found: "a list" }));
  } else if (item.nodes.length === 1 && first?.kind === "text" && first.text.trim() !== "" && !/[\0\s]/.test(first.text)) {
    return { program: first.text, specDir: false };
  } else if (
    first?.kind === "value" &&
    first.of.written === "@specDir" &&
    second?.kind === "text" &&
    item.nodes.length === 2 &&
    /^\/[^\s]/.test(second.text)
  ) {
    return { program: second.text.slice(1), specDir: true };
  } else {
    const value = item.nodes.find((node) => node.kind !== "text");
    const at = value === undefined ? span : locateText(item.scalar, value.range.start, value.range.end);
    const found = value === undefined ? `'${item.scalar.text}'` : "a placeholder";
    log.push(diagnostic("placeholder-program", at, { found }, { help: value === undefined ? literalHelp(item.scalar) : undefined }));
  }
  return undefined;
}

/** Returns how to write a program and its arguments that are in one item. */
function literalHelp({ text, style, span }: ScalarNode): string | undefined {
  const words = text.trim().split(/\s+/);
  if (words.length < 2) return undefined;
  const isJoined = style === "plain" && /\n[ \t]+- /.test(span.file.text.slice(span.start, span.end));
  return isJoined
    ? "YAML reads a line that is indented deeper as more of the text above it: indent every `-` of the list alike."
    : `Each item is one argument, the program the first of them: \`command: [${words.join(", ")}]\`.`;
}
