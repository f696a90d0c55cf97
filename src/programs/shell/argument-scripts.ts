import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { Evaluated } from "../arguments/argument.js";
import { possibleArguments } from "../arguments/possible-arguments.js";
import { type ReadArguments, readArguments } from "../arguments/read-arguments.js";
import { isParserLoaded } from "../bash-parser.js";
import { languageOf } from "../code-languages.js";
import type { ProgramWords } from "../command.js";
import type { InputValues } from "../input-values.js";
import { findProgram } from "../table/find-program.js";
import type { TemplateNode } from "../template-syntax.js";
import { flowsOf } from "./flows.js";
import { misplacedValues } from "./misplaced-values.js";
import { type GivenText, outsideValues, type ScopedNodes, templatesOf } from "./outside-values.js";
import { readScript } from "./read-script.js";
import { checkRedirectedFiles } from "./redirected-files.js";
import { fill, markPlaceholder, scriptTemplate } from "./script-template.js";
import { commandsIn } from "./script-words.js";
import { isShell, shellLanguages } from "./started-programs.js";

/** The use of values in a script that a command gets, and the commands in it. */
export interface ArgumentScript {
  readonly problems: readonly Diagnostic[];
  readonly commands: readonly ProgramWords[];
  /** True if values come into it from outside. Values written in it are checked with the argument that it is. */
  readonly isEntered: boolean;
}

/** The text of a script, and its inputs. */
interface ScriptText {
  readonly texts: readonly ScopedNodes[];
  readonly given: readonly GivenText[];
  readonly input: InputValues;
  /** True if a shell reads it: other programs have other syntax. */
  readonly isShell: boolean;
}

/**
 * Follows values into the scripts that a command's shells read, in arguments such as
 * `[sh, -c, 'eval "$1"', x, "{{v}}"]`, from standard input and from temporary files. Values get there through the
 * arguments after a script, variables, standard input and temporary files.
 */
export function checkArgumentScripts(command: ProgramWords, input: InputValues): readonly ArgumentScript[] {
  const read = readArguments(command.program, possibleArguments(command.words));
  return [...scriptsInArguments(read, command, input), ...scriptsInFiles(read, command, input)].map(checkArgumentScript);
}

const readsShell = ({ role, program }: Evaluated, wanted: Evaluated["role"]) => role === wanted && shellLanguages.has(languageOf(program));

function scriptsInArguments({ evaluated, programs }: ReadArguments, { words }: ProgramWords, input: InputValues): readonly ScriptText[] {
  const feeds = programs.some(({ name }) => findProgram(name)?.feeds === true);
  const byProgram = new Map<string, readonly number[]>();
  for (const { program: by, index } of evaluated.filter((one) => readsShell(one, "text")))
    byProgram.set(
      by,
      [...new Set([...(byProgram.get(by) ?? []), index])].sort((a, b) => a - b),
    );
  return [...byProgram].flatMap(([by, indexes]) => {
    const isOwn = isShell(by);
    // A shell takes one script; other programs join words.
    const scripts = isOwn ? indexes.map((index) => [index]) : [indexes];
    return scripts.map((script): ScriptText => {
      const scriptArguments = isOwn ? words.slice(Math.max(...script) + 1) : [];
      const fed = feeds ? templatesOf(input.stdin).map((text) => ({ ...text, fed: true as const })) : [];
      return { texts: script.flatMap((index) => words[index] ?? []), given: [...scriptArguments, ...fed], input, isShell: isOwn };
    });
  });
}

/**
 * The scripts that shells read from standard input, `[sh, -s]`, and from temporary files, `[sh, "{{@temp.script}}"]`.
 */
function scriptsInFiles({ evaluated, readers }: ReadArguments, { words }: ProgramWords, input: InputValues): readonly ScriptText[] {
  const { stdin, tempFiles } = input.texts;
  const reader = readers.find((name) => shellLanguages.has(languageOf(name)));
  const fromInput = reader === undefined || stdin === undefined ? [] : [stdin];
  const inFiles = evaluated
    .filter((one) => readsShell(one, "file"))
    .flatMap(({ index, program }) =>
      (words[index]?.nodes ?? []).flatMap((node): readonly ScriptText[] => {
        const text = node.kind === "value" ? tempFiles[node.of.written] : undefined;
        return text === undefined ? [] : [{ texts: [text], given: words.slice(index + 1), input, isShell: isShell(program) }];
      }),
    );
  // Such a script reads the rest of its own text as input.
  const own = { ...input, stdin: [] };
  return [...fromInput.map((text) => ({ texts: [text], given: words, input: own, isShell: isShell(reader) })), ...inFiles];
}

const nothing: ArgumentScript = { problems: [], commands: [], isEntered: false };

function checkArgumentScript({ texts, given, input, isShell }: ScriptText): ArgumentScript {
  const [first] = texts;
  if (first === undefined || !isParserLoaded()) return nothing;
  const { scope } = first;
  const template = scriptTemplate(texts.flatMap(({ nodes }, i) => [...(i === 0 ? [] : [space(nodes)]), ...withoutBlocks(nodes)]));
  const marked = fill(template, markPlaceholder);
  const outside = outsideValues(marked.text.length, input, given);
  const isEntered = outside.holes.length > 0;
  if (!isEntered && marked.holes.length === 0 && input.cwd.length === 0) return nothing;
  const read = readScript(marked.text, outside.stdinRange);
  const [problem] = read.problems;
  // A script that can't be parsed can't be followed.
  if (problem !== undefined && isShell && isEntered) {
    const start = marked.origin(problem.at);
    const span = scope.locate({ start, end: start + 1 });
    return { ...nothing, problems: [diagnostic("shell-script", span, { detail: problem.message })] };
  }
  const flows = flowsOf(marked, read, outside);
  const code = Object.keys(input.code);
  const context = { dialect: "bash" as const, marked, read, template, scope, carried: new Map(), flows, outside, code, paths: input.paths };
  const problems = isEntered ? [...misplacedValues(context, false), ...checkRedirectedFiles(context)] : [];
  return { problems, commands: commandsIn(read, { marked, scope, flows }), isEntered };
}

const space = (nodes: readonly TemplateNode[]): TemplateNode => {
  const start = nodes[0]?.range.start ?? 0;
  return { kind: "text", text: " ", range: { start, end: start } };
};

/** The text of all branches, one after the other. */
function withoutBlocks(nodes: readonly TemplateNode[]): readonly TemplateNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === "if") return withoutBlocks([...node.branches.flatMap(({ body }) => body), ...(node.otherwise ?? [])]);
    return node.kind === "each" ? withoutBlocks([...node.body, ...(node.otherwise ?? [])]) : [node];
  });
}
