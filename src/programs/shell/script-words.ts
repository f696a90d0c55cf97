import type { Range } from "../../contract/spec-node.js";
import type { ProgramWords } from "../command.js";
import { type FlatWord, silent } from "../template/flatten.js";
import type { TemplateScope } from "../template/template-scope.js";
import type { TemplateNode } from "../template-syntax.js";
import { optionWords } from "./code-positions.js";
import type { Flows } from "./flows.js";
import { foundInFolder } from "./found-in-folder.js";
import { unwrapped, wrappersOf } from "./lists.js";
import { contains, literalOf, type Script, type ShellWord, type SimpleCommand, type WordPiece } from "./script.js";
import type { Filled, Hole } from "./script-template.js";
import { holesIn } from "./trace-values.js";
import { afterEquals } from "./written-by-command.js";

export interface ScriptWordsContext {
  readonly marked: Filled;
  readonly scope: TemplateScope;
  readonly flows: Flows;
}

/** Converts the commands of a script to the form that the rules about arguments use. */
export function commandsIn(read: Script, context: ScriptWordsContext): readonly ProgramWords[] {
  const flat = wordReader(context);
  const foundBy = foundInFolder(read, context.marked.holes);
  const isNamed = ({ range }: ShellWord) => context.marked.holes.some((hole) => contains(range, hole.range));
  const wordsOf = (command: SimpleCommand, real: SimpleCommand): ProgramWords => {
    const options = new Set(optionWords(command));
    const words = real.args.map((arg) => ({ ...flat(arg), takesOptions: options.has(arg) }));
    const name = literalOf(real.name) ?? "";
    const isFunction = read.functions.some((one) => one.name === name);
    const { start } = command.range;
    const until = Math.min(...read.subshells.filter((one) => contains(one, command.range)).map(({ end }) => end));
    const input = () => inputOf(real, context);
    const contentAt = (index: number) => contentOf(real.args[index], real, context);
    return { program: isFunction || isNamed(real.name) ? "" : name, words, input, contentAt, at: start, until, found: foundBy(command) };
  };
  return read.commands.flatMap((command) =>
    [...wrappersOf(command).filter(hasArguments), unwrapped(command)].map((one) => wordsOf(command, one)),
  );
}

/**
 * The arguments of `exec -a NAME` count, because a program may evaluate its own name, or choose by it which program it
 * is.
 */
const hasArguments = ({ args }: SimpleCommand) => args.length > 0;

/** The values that a program may read from standard input: by a pipe, a here-string or a file. */
function inputOf({ input, range }: SimpleCommand, { scope, flows }: ScriptWordsContext): FlatWord {
  return wordOf(
    input.flatMap((one) => flows.valuesIn(one, one.depth)),
    { scope, range },
  );
}

/** The values in the files that an argument may name. */
function contentOf(arg: ShellWord | undefined, { range }: SimpleCommand, { scope, flows }: ScriptWordsContext): FlatWord {
  const names = arg === undefined ? [] : [arg, ...afterEquals(arg).filter((word) => word !== arg)];
  return wordOf(names.flatMap(flows.valuesOfFile), { scope, range });
}

function wordOf(holes: readonly Hole[], { scope, range }: Pick<ScriptWordsContext, "scope"> & { readonly range: Range }): FlatWord {
  // One of each: a script with hundreds of commands has hundreds of one placeholder.
  const nodes = new Map(holes.flatMap(({ node, isSuspected }) => (isSuspected ? [] : [[`${node.kind} ${node.of.written}`, node]])));
  return { nodes: [...nodes.values()], scope: silent(scope), group: String(range.start), certain: false };
}

/**
 * Converts a word of the script to the form that the rules about arguments use: with the placeholders whose values are
 * in it.
 */
export function wordReader(context: ScriptWordsContext): (word: ShellWord) => FlatWord {
  const quiet = silent(context.scope);
  return (word) => ({
    nodes: word.parts.flatMap((part) => nodesOf(part, context)),
    scope: quiet,
    group: String(word.range.start),
    certain: true,
  });
}

function nodesOf(part: WordPiece, { marked, flows }: ScriptWordsContext): readonly TemplateNode[] {
  const range = { start: marked.origin(part.range.start), end: marked.origin(part.range.end) };
  const holes = holesIn(part, { marked, flows });
  // Values from outside are reported where the script uses them.
  if (part.expands) return holes.map(({ node, outside }) => (outside ? { ...node, range } : node));
  let rest = part.text;
  const nodes = holes.flatMap((hole): readonly TemplateNode[] => {
    const written = marked.text.slice(hole.range.start, hole.range.end);
    const at = rest.indexOf(written);
    const before: TemplateNode = { kind: "text", text: rest.slice(0, Math.max(at, 0)), range };
    rest = rest.slice(at + written.length);
    return [before, hole.node];
  });
  return [...nodes, { kind: "text", text: rest, range }];
}
