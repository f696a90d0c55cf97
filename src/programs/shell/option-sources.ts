import type { Range } from "../../contract/spec-node.js";
import { possibleOptions } from "../arguments/possible-options.js";
import { evaluatorOf } from "../table/evaluators.js";
import { findProgram } from "../table/find-program.js";
import { optionWords } from "./code-positions.js";
import type { Flows } from "./flows.js";
import { positionalWords, unwrapped } from "./lists.js";
import {
  type AssignedWord,
  contains,
  literalOf,
  type Script,
  type ScriptInput,
  type ShellWord,
  type SimpleCommand,
  type WordPiece,
} from "./script.js";
import type { Filled, Hole } from "./script-template.js";
import { argumentOf, fedFiles } from "./started-programs.js";
import { variablesSetByCommand } from "./written-by-command.js";

/** A part of a script, and the placeholders whose values it holds. */
interface HeldValues {
  readonly range: Range;
  readonly holes: readonly Hole[];
}

/** A part of a script that a program could parse as an option. */
export interface OptionSource extends HeldValues {
  readonly program: string;
}

/**
 * Returns words that the shell splits: any piece of a value could be an option, or a pattern for file names. `echo`
 * only prints its arguments.
 */
export function splitWords(command: SimpleCommand, flows: Flows): readonly HeldValues[] {
  const { name, args } = unwrapped(command);
  if (literalOf(name) === "echo") return [];
  const split = args.flatMap(({ parts }) => parts.filter((part) => part.splits === true && part.output !== "digits"));
  return split.map(({ range }) => ({ range, holes: followed(flows.valuesIn(range)) }));
}

/**
 * Returns values that could be options: text that `xargs` makes arguments of, and words that begin with a value from
 * outside, by standard input, a file or a variable. No call checks these for a leading dash, as it does for the
 * script's own placeholders and arguments. A piece of a value isn't checked either, and counts if the program has
 * options that run something.
 */
export function optionSources(
  command: SimpleCommand,
  context: NamesContext & { readonly flows: Flows; readonly cut: CutValues },
): readonly OptionSource[] {
  const { read, flows, cut } = context;
  const { name, args } = unwrapped(command);
  const started = literalOf(name);
  if (started === undefined || read.functions.some((one) => one.name === started)) return [];
  const options = new Set(optionWords(command));
  return possibleOptions(started, args.map(argumentOf)).flatMap(({ index, program, fed }): readonly OptionSource[] => {
    if (fed) {
      const files = fedFiles(command).map((word) => ({ range: word.range, program, holes: followed(flows.valuesOfFile(word)) }));
      const inputs = command.input.filter((one) => !isFoundNames(command, one, context));
      return [...files, ...inputs.map(({ depth, ...range }) => ({ range, program, holes: followed(flows.valuesIn(range, depth)) }))];
    }
    const word = args[index];
    const first = word?.parts.find(({ text, expands }) => expands || text !== "");
    if (word === undefined || !options.has(word) || first?.expands !== true || first.output === "digits") return [];
    const holes = followed(flows.valuesIn(first.range));
    const isPiece = runsByOption(program, args[index - 1]) && cut.isCut(first);
    return [{ range: word.range, program, holes: isPiece ? holes : holes.filter(({ outside = "argument" }) => outside !== "argument") }];
  });
}

/** Those that certainly come there by a route that is followed. */
const followed = (holes: readonly Hole[]) => holes.filter(({ isSuspected }) => !isSuspected);

/**
 * Returns true if a program has options that run their values, and the argument before isn't an option that takes any
 * value.
 */
function runsByOption(program: string, before: ShellWord | undefined): boolean {
  const row = evaluatorOf(program);
  if (row === undefined || row.options.length + (row.settingOptions ?? []).length === 0) return false;
  return row.valued?.includes(literalOf(before) ?? "") !== true;
}

/**
 * Finds the parts of words that may be a piece of a value: the output of a program, a line that was read, one of
 * several words.
 */
export interface CutValues {
  readonly isCut: (part: WordPiece) => boolean;
}

/** Variables that the shell sets to pieces. */
const setByShell = ["REPLY", "MAPFILE", "OPTARG", "BASH_REMATCH", "_"];

export function cutValuesOf(marked: Filled, read: Script): CutValues {
  const variables = new Set(setByShell);
  for (const command of read.commands) for (const { variable, reads } of variablesSetByCommand(command)) if (reads) variables.add(variable);
  if (read.fed.length > 0) variables.add("@");
  const usedIn = ({ range }: WordPiece) => read.uses.filter((use) => use.range.start === range.start && use.range.end === range.end);
  const isCut = (part: WordPiece): boolean => {
    if (part.output !== undefined) return part.output === "text";
    const text = marked.text.slice(part.range.start, part.range.end);
    return part.expands && (takesPart.test(text) || usedIn(part).some(({ variable }) => variables.has(keyOf(variable))));
  };
  // Only lists and loops are split: `a=($w)`, `for a in $w`.
  const cuts = ({ word, exported }: AssignedWord) =>
    word.parts.some((part) => isCut(part) || (exported === undefined && part.splits === true));
  const assignments: readonly AssignedWord[] = [
    ...read.assignments,
    ...read.bound,
    ...positionalWords(read).map((word) => ({ variable: "@", word })),
  ];
  for (let before = -1; before !== variables.size; ) {
    before = variables.size;
    for (const one of assignments.filter(cuts)) variables.add(keyOf(one.variable));
  }
  return { isCut };
}

/** `${x#a}`, `${x:1}`, `${x/a/b}` */
const takesPart = /^\$\{\w+(?:\[[^\]]*\])?(?:[#%/]|:(?![-+=?]))/;

/** `$1` and the others are one variable, because values move among them. */
const keyOf = (variable: string) => (/^(?:[1-9][0-9]*|[@*])$/.test(variable) ? "@" : variable);

/** The script, and a test of its values, by which the names begin that `find` prints. */
export interface NamesContext {
  readonly marked: Filled;
  readonly read: Script;
  /** Returns true if each call refuses a value that begins with a dash, or writes `./` before it. */
  readonly isDashChecked: (hole: Hole) => boolean;
}

/**
 * Returns true if an input of `xargs -0` is what `find … -print0` prints, also sorted, and no name in it can begin with
 * a dash: each begins with a starting point, which the author wrote or whose dash each call checks.
 */
export function isFoundNames(command: SimpleCommand, input: ScriptInput, context: NamesContext): boolean {
  const { marked, read } = context;
  if (command.depth > 0 || input.depth > 0 || !readsNul(command)) return false;
  const inside = read.commands.filter(({ range }) => contains(input, range));
  const stages = inside.filter((one) => !inside.some((other) => other !== one && contains(other.range, one.range)));
  const [find, ...sorts] = stages;
  if (find === undefined || read.functions.some(({ name }) => name === "find" || name === "sort")) return false;
  const between = stages.map(({ range }, i) => marked.text.slice(i === 0 ? input.start : stages[i - 1]?.range.end, range.start));
  const after = marked.text.slice(stages.at(-1)?.range.end, input.end);
  return [...between, after].every((text) => /^(?:\s|\||2>\s*\/dev\/null)*$/.test(text)) && sorts.every(isSort) && finds(find, context);
}

/** Options of xargs that have no value and may stand before the `0` of `-0`. */
const nul = /^(?:-[rtxop]*0[rtxop]*|-[rtxop]*0[nPLsE]\w+|--null)$/;

function readsNul(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  if (program !== "xargs" && program !== "gxargs") return false;
  const texts = args.map((arg) => literalOf(arg) ?? "");
  const valued = findProgram(program)?.value ?? [];
  const own = texts.slice(0, operandAt(texts, valued));
  return own.some((text) => nul.test(text)) && !own.some((text) => /^-(?:\w*d|-delim)/.test(text));
}

const operandAt = (texts: readonly string[], valued: readonly string[]): number => {
  const at = texts.findIndex((text, i) => !text.startsWith("-") && !valued.includes(texts[i - 1] ?? ""));
  return at === -1 ? texts.length : at;
};

/** Sorts records that end with NUL, and changes none. */
function isSort({ name, args }: SimpleCommand): boolean {
  const texts = args.map((arg) => literalOf(arg) ?? "");
  const isPlain = texts.every((text) => /^(?:-[bdfghinruzMRV]+|--(?:zero-terminated|reverse|unique))$/.test(text));
  return literalOf(name) === "sort" && isPlain && texts.some((text) => /^-[a-zA-Z]*z|^--zero/.test(text));
}

/** Returns true if a command is a `find` that prints names with -print0, and nothing else. */
function finds({ name, args }: SimpleCommand, context: NamesContext): boolean {
  const printsOnlyNames = args.some((arg) => literalOf(arg) === "-print0") && !args.some((arg) => prints.test(literalOf(arg) ?? ""));
  return literalOf(name) === "find" && printsOnlyNames && args.every((arg, i) => isCertain(arg, literalOf(args[i - 1]), context));
}

const prints = /^-(?:f?printf|fprint0?|print|f?ls|exec|execdir|ok|okdir|files0-from)$/;

/** Returns true if a word can't be a part of the expression that the author didn't write. */
function isCertain(word: ShellWord, before: string | undefined, { marked, isDashChecked }: NamesContext): boolean {
  if (tests.test(before ?? "")) return !word.parts.some(({ loose, splits }) => loose === true || splits === true);
  const first = word.parts.find(({ text, expands }) => expands || text !== "");
  if (first === undefined) return true;
  if (first.expands) return false;
  const holes = marked.holes.filter(({ range }) => contains(word.range, range));
  const leading = holes.find(({ variable }) => first.text.startsWith(variable));
  return leading === undefined ? holes.length === 0 || !first.text.startsWith("-") : isDashChecked(leading);
}

/** The tests of find that take the next word as their value, whatever it begins with. */
const tests =
  /^-(?:i?(?:name|path|wholename|lname|regex)|regextype|newer(?:[aBcm][aBcmt])?|[ac]newer|[acm](?:time|min)|(?:max|min)depth|size|x?type|user|group|uid|gid|perm|links|inum|fstype|samefile|used)$/;
