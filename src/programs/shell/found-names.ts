import { findProgram } from "../table/find-program.js";
import { unwrapped } from "./lists.js";
import { contains, literalOf, type Script, type ScriptInput, type ShellWord, type SimpleCommand } from "./script.js";
import type { Filled, Hole } from "./script-template.js";

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
