import type { Range } from "../../contract/spec-node.js";
import { isParserLoaded } from "../bash-parser.js";
import { hasTrait } from "../program-traits.js";
import { evaluatesAnything, findProgram } from "../table/find-program.js";
import { inputsOf } from "./check-flows.js";
import { codePositions } from "./code-positions.js";
import { listsOf, unwrapped } from "./lists.js";
import { readScript } from "./read-script.js";
import { contains, literalOf, type Script, type ShellWord, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";
import { startedPrograms } from "./started-programs.js";

/**
 * Finds where a word of a script is in an argument of a command: at its beginning, or inside it. Returns `undefined` if
 * it is, or may come, anywhere else, or if the command may evaluate the argument.
 */
export function findArgumentPosition(script: string, word: string): "beginning" | "inside" | undefined {
  if (!isParserLoaded()) return undefined;
  const read = readScript(script);
  if (read.problems.length > 0 || read.unfollowed.length > 0 || choosesPrograms(read)) return undefined;
  const refused = refusedIn(read);
  const positions = [...script.matchAll(new RegExp(word, "g"))].map(({ index }) => {
    const range = { start: index, end: index + word.length };
    if (refused.some((one) => contains(one, range))) return undefined;
    const around = read.commands.flatMap(({ args }) => args.filter((arg) => contains(arg.range, range)));
    const [arg, ...others] = around;
    // The output of `$(…)` may be several words, and `{a,b}` is.
    if (arg === undefined || others.length > 0 || script.slice(arg.range.start, range.start).includes("{")) return undefined;
    return begins(arg, word) ? "beginning" : "inside";
  });
  if (positions.includes(undefined) || positions.length === 0) return undefined;
  return positions.includes("beginning") ? "beginning" : "inside";
}

const begins = ({ parts }: ShellWord, word: string) => {
  const first = parts.find(({ text, expands }) => expands || text !== "");
  return first === undefined || first.expands || first.text.startsWith(word);
};

/**
 * Returns true if a script runs something that isn't written in it: a program in a variable, or a file that it may have
 * written.
 */
function choosesPrograms({ commands, files }: Script): boolean {
  const names = commands.map((command) => literalOf(unwrapped(command).name));
  const writes = files.some((file) => file.writes) || names.some((name) => hasTrait(name, "writes-files"));
  return names.some((name) => name === undefined || (writes && name.includes("/"))) || (writes && commands.some(readsProgram));
}

const readsProgram = (command: Script["commands"][number]) => startedPrograms(command).files.length > 0;

/** Returns everything but plain arguments: text that is evaluated, expanded, fed to another program, or stored. */
function refusedIn(read: Script): readonly Range[] {
  const lists = listsOf(read);
  const own = new Set(read.functions.map(({ name }) => name));
  const refusedRanges = [
    ...read.refusals,
    ...read.commands.flatMap((one) => [...codePositions(one, read, lists), ...inputsOf(one), ...openProgramIn(one, read)]),
  ];
  return [
    ...refusedRanges.filter(({ where }) => where !== "single quotes").map(({ range }) => range),
    ...read.assignments.map(({ word }) => word.range),
    ...read.files.map(({ word }) => word.range),
    ...read.commands.flatMap((command) => {
      const { evaluated, feeds } = startedPrograms(command);
      const name = literalOf(unwrapped(command).name) ?? "";
      const isWhole = own.has(name) || hasTrait(name, "steers") || command.depth > 0;
      return [
        ...[...evaluated, ...command.assigned].map(({ range }) => range),
        ...(feeds ? command.input : []),
        ...(isWhole ? [command.range] : []),
      ];
    }),
  ];
}

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
