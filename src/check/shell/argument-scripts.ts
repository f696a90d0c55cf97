import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ProgramWords } from "../command/command.js";
import { languageOf } from "../programs/code-languages.js";
import { findProgram } from "../programs/find-program.js";
import { readArguments } from "../programs/read-arguments.js";
import type { InputValues } from "../rules/evaluated-argument.js";
import type { FlatWord } from "../template/flatten.js";
import type { TemplateNode } from "../template/nodes.js";
import { argumentsOf } from "../values/possible-texts.js";
import { misplacedValues } from "./check-placeholder-positions.js";
import { flowsOf } from "./flows.js";
import { outsideOf } from "./outside.js";
import { fill, mark, scriptTemplate } from "./placeholders.js";
import { commandsIn, wordsOf } from "./script-words.js";
import { shellLanguages, shells } from "./started.js";
import { isParserLoaded } from "./syntax/bash-parser.js";
import { readScript } from "./syntax/read-script.js";

/** What a script in an argument does with values, and the commands in it. */
export interface JudgedScript {
  readonly problems: readonly Diagnostic[];
  readonly commands: readonly ProgramWords[];
}

/**
 * Follows values into the scripts in a command's arguments, such as `[sh, -c, 'eval "$1"', x, "{{v}}"]`: by the arguments behind a script, by
 * standard input and by temporary files.
 */
export function judgeScripts({ program, words }: ProgramWords, input: InputValues): readonly JudgedScript[] {
  const { evaluated, programs } = readArguments(program, argumentsOf(words));
  const feeds = programs.some(({ name }) => findProgram(name)?.feeds === true);
  const texts = evaluated.filter((one) => one.role === "text" && shellLanguages.has(languageOf(one.program)));
  const byProgram = new Map<string, readonly number[]>();
  for (const { program: by, index } of texts)
    byProgram.set(
      by,
      [...new Set([...(byProgram.get(by) ?? []), index])].sort((a, b) => a - b),
    );
  return [...byProgram].flatMap(([by, indexes]) => {
    const isShell = shells.has(by);
    // A shell takes one script; others join words.
    const scripts = isShell ? indexes.map((index) => [index]) : [indexes];
    return scripts.map((script) => {
      const given = isShell ? words.slice(Math.max(...script) + 1) : [];
      const fed = feeds ? input.stdin.slice(0, 1).flatMap(({ text }) => text ?? []) : [];
      return judgeScript(
        script.flatMap((index) => words[index] ?? []),
        { given: [...given, ...fed], input, isShell },
      );
    });
  });
}

interface Entering {
  readonly given: Parameters<typeof outsideOf>[2];
  readonly input: InputValues;
  /** Whether a shell reads it: other programs have other syntax. */
  readonly isShell: boolean;
}

const nothing: JudgedScript = { problems: [], commands: [] };

function judgeScript(words: readonly FlatWord[], { given, input, isShell }: Entering): JudgedScript {
  const [first] = words;
  if (first === undefined || !isParserLoaded()) return nothing;
  const { scope } = first;
  const template = scriptTemplate(words.flatMap(({ nodes }, i) => [...(i === 0 ? [] : [space(nodes)]), ...withoutBlocks(nodes)]));
  const marked = fill(template, mark);
  const outside = outsideOf(marked.text.length, input, given);
  if (outside.holes.length === 0) return nothing;
  const read = readScript(marked.text, outside.stdinRange);
  const [problem] = read.problems;
  // What can't be read can't be followed.
  if (problem !== undefined && isShell) {
    const start = marked.origin(problem.at);
    const place = scope.place({ start, end: start + 1 });
    return { problems: [diagnostic("shell-script", place, { detail: problem.message })], commands: [] };
  }
  const flows = flowsOf(marked, read, outside);
  const code = Object.keys(input.code);
  const context = { dialect: "bash" as const, marked, read, template, scope, carried: new Map(), flows, outside, code };
  return { problems: misplacedValues(context, false), commands: commandsIn(read, wordsOf({ marked, scope, flows })) };
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
