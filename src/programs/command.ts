import type { Command, Item } from "../contract/definition.js";
import type { Diagnostic, Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { locateText, type NodePath, type Range, type ScalarNode, type SpecPositions } from "../contract/spec-node.js";
import { bodies, cutWords, type FlatWord, flattenWords, type ParsedItem, type Word } from "./template/flatten.js";
import { resolveName } from "./template/resolve-name.js";
import { parameterText, type TemplateScope } from "./template/template-scope.js";
import { compileItem, compileWord, scopeFor, type TemplateContext } from "./template.js";
import { isBlock, parseTemplate, type TemplateNode } from "./template-syntax.js";

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
interface CommandSource {
  readonly value: string | readonly (string | readonly string[])[] | undefined;
  readonly path: NodePath;
}

/** Compiles a `command`: a list of items or one string, whose first word is the literal program. */
export function checkCommand(tool: SpecPositions, context: TemplateContext, source: CommandSource): Result<CheckedCommand | undefined> {
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
export function checkProgram(tool: SpecPositions, path: NodePath): Result<Pick<Command, "program" | "specDir"> | undefined> {
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

function listItems(tool: SpecPositions, { value, path }: CommandSource, log: Diagnostic[]): readonly ItemGroup[] {
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
function stringItems(tool: SpecPositions, { path }: CommandSource, log: Diagnostic[]): readonly ItemGroup[] {
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

/** A file that a command runs and its working directory decides, and where in the script it is looked up. */
export interface FoundInFolder {
  readonly text: string;
  readonly at: number;
}

/** Returns the shell syntax in a word of a string command: operators, `$`, backticks, globs, a leading `~`. */
function shellSyntax(word: Word): readonly { readonly text: string; readonly range: Range }[] {
  const bare = word.bare.filter(
    ({ text }, index) => /[|&;<>()$`*?[\]]/.test(text) || (index === 0 && text === "~" && startsWith(word, text)),
  );
  const expanding = word.doubleQuoted.filter(({ text }) => text === "$" || text === "`");
  return [...bare, ...expanding];
}

function startsWith(word: Word, text: string): boolean {
  const first = word.nodes[0];
  return first?.kind === "text" && first.text.startsWith(text);
}

/** A command, and the text of its input or of a file in which a value stands. */
interface CommandOfValue {
  readonly program: string;
  readonly words: readonly FlatWord[];
  readonly text?: Pick<FlatWord, "nodes" | "scope"> | undefined;
}

/**
 * Prints a command as the author wrote it, with `<value>` for one parameter: `glab mr list --label <value>`. Other
 * parameters are `…`, or the values that the author lists. It changes with each word of the author's, and if the
 * parameter moves, so a claim about the parameter holds for this text alone.
 */
export function commandText({ program, words, text }: CommandOfValue, param: string): string {
  const textOf = (nodes: readonly TemplateNode[], scope: TemplateScope): string => nodes.map((node) => printed(node, scope)).join("");
  const printed = (node: TemplateNode, scope: TemplateScope): string => {
    if (node.kind === "text") return node.text;
    if (!isBlock(node)) return ofPlaceholder(resolveName(node.of, scope));
    const branches = bodies(node, scope).map((body) => textOf(body.nodes, body.scope));
    return `[${branches.join("|")}]`;
  };
  const ofPlaceholder = (resolved: ReturnType<typeof resolveName>): string => {
    if (resolved === undefined) return "…";
    if (parameterText(resolved) === param) return "<value>";
    const listed = resolved.variants.map(({ const: only, enum: several }) => (only === undefined ? several : [only]));
    return listed.length > 0 && listed.every(Array.isArray) ? `(${listed.flat().map(String).join("|")})` : "…";
  };
  const command = [program, ...words.map(({ nodes, scope }) => textOf(nodes, scope))].join(" ").trim();
  return text === undefined ? command : `${command} < ${textOf(text.nodes, text.scope)}`;
}
