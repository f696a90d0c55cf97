import { evaluatesAnything, findProgram } from "../table/find-program.js";
import { unwrapped } from "./lists.js";
import { literalOf, type Script, type ShellWord, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";

export const ofOpenProgram: Where = "an argument of a program that isn't written here";

/**
 * Returns the arguments and the input of a command whose program is decided by a call or a variable, and that may
 * evaluate them.
 */
export function openProgramIn(command: SimpleCommand, read: Script): readonly UnsupportedScript[] {
  const { name, args } = unwrapped(command);
  const names = namesOf(name, read);
  if (names?.every((one) => one === literalOf(name) || !isEvaluating(one))) return [];
  return [
    ...args.map(({ range }) => ({ range, depth: command.depth, where: ofOpenProgram })),
    ...command.input.map(({ depth, ...range }) => ({ range, depth, where: ofOpenProgram })),
  ];
}

/**
 * Returns the programs that a word may name; `undefined` if the script alone doesn't decide it, or if the word may be
 * an option of what stands before it: `command "$option" eval`.
 */
function namesOf(word: ShellWord, read: Script): readonly string[] | undefined {
  const literal = literalOf(word);
  if (literal !== undefined) return /[*?[]/.test(literal) && literal !== "[" ? undefined : [literal];
  if (word.parts[0]?.text.startsWith("-") === true) return undefined;
  // `"$HOME/bin/tool"` is a program of that name.
  const tail = word.parts
    .slice(word.parts.findLastIndex(({ expands }) => expands) + 1)
    .map(({ text }) => text)
    .join("");
  if (tail.includes("/") && !/[*?[]/.test(tail)) return [tail.slice(tail.lastIndexOf("/") + 1)];
  const [part, ...others] = word.parts;
  const use = read.uses.find(({ range }) => range.start === part?.range.start && range.end === part.range.end);
  if (use === undefined || others.length > 0) return undefined;
  const set = read.assignments.filter(({ variable }) => variable === use.variable).map((kept) => literalOf(kept.word));
  const literals = set.filter((text) => text !== undefined);
  const isDecided = literals.length > 0 && literals.length === set.length && !literals.some((text) => text.startsWith("-"));
  return isDecided ? literals : undefined;
}

/** Returns true if the table knows a program as one that evaluates arguments or its input. */
function isEvaluating(program: string): boolean {
  const { name: _name, language: _language, ...evaluation } = findProgram(program) ?? { name: "" };
  return evaluatesAnything(evaluation);
}
