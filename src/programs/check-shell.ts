import type { Command, Item } from "../contract/definition.js";
import type { Diagnostic, Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { NodePath, SpecPositions } from "../contract/spec-node.js";
import type { TextTemplate } from "../contract/text-template.js";
import { isParserLoaded } from "./bash-parser.js";
import type { CheckedCommand } from "./command.js";
import { codeNames, type InputValues } from "./input-values.js";
import { checkPlaceholderPositions } from "./shell/check-placeholder-positions.js";
import { flowsOf } from "./shell/flows.js";
import { outsideValues } from "./shell/outside-values.js";
import { checkPipelines } from "./shell/pipelines.js";
import { readScript } from "./shell/read-script.js";
import { checkRedirectedFiles } from "./shell/redirected-files.js";
import { literalOf } from "./shell/script.js";
import { fill, type Hole, markPlaceholder, scriptTemplate } from "./shell/script-template.js";
import { commandsIn, wordReader } from "./shell/script-words.js";
import { traceValues } from "./shell/trace-values.js";
import type { TemplateScope } from "./template/template-scope.js";
import { compileText, scopeFor, type TemplateContext } from "./template.js";
import { isBlock, parseTemplate, type TemplateNode } from "./template-syntax.js";

/** A script and its position: the tool's own, or a platform's. */
interface ShellSource {
  readonly value: string | { readonly sh?: string | undefined; readonly bash?: string | undefined };
  readonly path: NodePath;
  readonly input: InputValues;
}

/** The tool, as far as its script needs it. */
interface ShellTool extends SpecPositions {
  readonly spec: {
    readonly name?: string | undefined;
    readonly paths?: object | undefined;
    readonly allowLeadingDash?: readonly string[] | undefined;
  };
}

/**
 * Compiles a `shell` into a command: the shell, a constant script, and the values as its arguments. The script first
 * assigns these to variables; each placeholder is a quoted reference to one.
 */
export function checkShell(
  tool: ShellTool,
  context: TemplateContext,
  { value, path, input }: ShellSource,
): Result<CheckedCommand | undefined> {
  const dialects = typeof value === "string" ? (["sh"] as const) : (["sh", "bash"] as const).filter((name) => value[name] !== undefined);
  const [dialect, other] = dialects;
  if (dialect === undefined || other !== undefined) return [undefined, [diagnostic("one-shell", tool.at(path, "key"), {})]];
  const scalar = tool.scalar(typeof value === "string" ? path : [...path, dialect]);
  if (scalar === undefined) return [undefined, []];
  const [nodes, problems] = parseTemplate(scalar);
  const log: Diagnostic[] = [...problems];
  const scope = scopeFor(scalar, context, log);
  for (const block of nodes.filter(isBlock)) log.push(diagnostic("shell-block", scope.locate(block.range), {}));
  if (log.length > 0) return [undefined, log];

  const template = scriptTemplate(nodes);
  const marked = fill(template, markPlaceholder);
  const outside = outsideValues(marked.text.length, input);
  const read = readScript(marked.text, outside.stdinRange);
  const flows = flowsOf(marked, read, outside);
  const code = codeNames(tool) ?? [];
  const checked = checkPlaceholderPositions({
    dialect,
    marked,
    read,
    template,
    scope,
    carried: traceValues(marked, read),
    flows,
    outside,
    code,
    paths: input.paths,
    dashAllowed: tool.spec.allowLeadingDash ?? [],
  });
  // If `paths` itself is wrong, that is the mistake.
  const files =
    tool.has("paths") && tool.spec.paths === undefined ? [] : checkRedirectedFiles({ marked, read, scope, flows, paths: input.paths });
  log.push(...checked.problems, ...files);

  const flat = wordReader({ marked, scope, flows });
  const assigned = read.assignments.map(({ word }) => flat(word));
  const commands = commandsIn(read, { marked, scope, flows });
  const optionLike = [...commands.flatMap(({ words }) => words.filter(({ takesOptions }) => takesOptions)), ...assigned];
  const beginning = new Set(optionLike.flatMap(({ nodes: all }) => firstHoles(all)));

  const values = [...template.variables.values()].map((variable): Item => {
    const holes = marked.holes.filter((hole) => hole.variable === variable);
    const begins = holes.some(({ node }) => beginning.has(node));
    return { kind: "word", text: orEmpty(compileValue(holes, { ...scope, log }, begins ? context.dash : () => true)) };
  });
  if (log.length > 0) return [undefined, log];
  // A script that begins like an option would be parsed as one.
  const script = `${prologue([...template.variables.values()])}${checked.script}`.replace(/^(?=[-+])/, " ");
  if (Buffer.byteLength(script) >= longestScript)
    return [undefined, [diagnostic("shell-script", scalar.span, { detail: tooLong }, { help: inAFile })]];
  const warnings = checkPipelines({ dialect, marked, read, scope });
  const word = (text: string): Item => ({ kind: "word", text: [text] });
  return [
    {
      command: {
        program: dialect,
        specDir: false,
        items: [...options[dialect].map(word), word(script), word(tool.spec.name ?? dialect), ...values],
      },
      words: optionLike,
      commands: [...commands, { program: "", words: assigned }],
    },
    warnings,
  ];
}

/** A bash whose input is a socket assumes that it is a remote shell, and would read `.bashrc` first. */
const options = { sh: ["-c"], bash: ["--norc", "-c"] } as const;

/** Linux accepts no longer argument than 128 KiB, the terminating NUL included. */
const longestScript = 131_072;
const tooLong = "it has 128 KiB or more, and no system passes it on";
const inAFile = "Put it into a file beside the spec: `command: ['{{@specDir}}/script.sh', …]`.";

/** A condition of `if` is tested in the script: an absent value is an empty one there. */
const orEmpty = (text: TextTemplate): TextTemplate => [{ kind: "block", block: { kind: "if", branches: [], otherwise: text } }];

/**
 * Assigns the arguments to variables, on the script's first line, so that its messages have the author's line numbers.
 */
function prologue(variables: readonly string[]): string {
  if (variables.length === 0) return "";
  return `${variables.map((name, i) => `${name}="\${${i + 1}}"`).join(" ")}; set --; `;
}

/** Compiles a value once; its other positions are only resolved, so that each is reported. */
function compileValue(holes: readonly Hole[], scope: TemplateScope, dash: TemplateContext["dash"]): TextTemplate {
  const [first = []] = holes.map(({ node }) => compileText([node], scope, dash));
  return first;
}

/** Returns the placeholders that are preceded by no text of the author's in their word. */
function firstHoles(nodes: readonly TemplateNode[]): readonly TemplateNode[] {
  const text = nodes.findIndex((node) => node.kind === "text" && node.text !== "");
  return text === -1 ? nodes : nodes.slice(0, text);
}

/** Returns the first file that the script of a shell redirects output to, as far as its name is written there. */
export function redirectionTarget({ program, items }: Command): string | undefined {
  if (!/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh$/.test(program) || !isParserLoaded()) return undefined;
  const words = items.map((item) =>
    item.kind === "word" && item.text.every((part) => typeof part === "string") ? item.text.join("") : "",
  );
  const flag = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  const script = flag === -1 ? undefined : words[flag + 1];
  if (script === undefined) return undefined;
  const names = readScript(script).files.flatMap(({ word, writes }) => (writes ? [literalOf(word)] : []));
  return names.find((name) => name !== undefined && !isStream.test(name));
}

/** A device that keeps nothing, or another stream: `>&2`, `>&-`. */
const isStream = /^(?:\/dev\/(?:null|std(?:out|err)|fd\/\d+)|\d+|-)$/;
