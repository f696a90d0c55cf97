import type { Argument } from "../arguments/argument.js";
import { type ReadArguments, readArguments } from "../arguments/read-arguments.js";
import { languageOf } from "../code-languages.js";
import { hasTrait } from "../program-traits.js";
import { evaluatesInput } from "../table/evaluates-input.js";
import { findProgram } from "../table/find-program.js";
import { languageBy } from "../table/language-by.js";
import { basename } from "../table/program-names.js";
import { unwrapped } from "./lists.js";
import { isLoose, literalOf, type ScriptInput, type ShellWord, type SimpleCommand } from "./script.js";

/** Text of a script in the arguments of a command: the words that form it, and its arguments. */
export interface ProgramText {
  readonly program: string;
  readonly words: readonly ShellWord[];
  readonly positional: readonly ShellWord[];
}

/** A program that a command starts, by the table of programs. */
export interface StartedPrograms {
  /** The scripts for shells in its arguments. */
  readonly texts: readonly ProgramText[];
  /** Arguments that the program evaluates in any way. */
  readonly evaluated: readonly ShellWord[];
  /** Arguments that are program text in other languages than a shell's. */
  readonly otherTexts: readonly ShellWord[];
  /** True if one of these runs a text that isn't written in it: `awk '{ system($0) }'`. */
  readonly runsWhatItGets: boolean;
  /** Arguments that name a file of program text. */
  readonly files: readonly ShellWord[];
  /** Arguments that name a program which is started: `./f` in `env ./f`. */
  readonly programs: readonly ShellWord[];
  /** The programs that read program text from standard input. */
  readonly readers: readonly string[];
  /** True if its input or findings become arguments of the started program. */
  readonly feeds: boolean;
}

const nothing: StartedPrograms = {
  texts: [],
  evaluated: [],
  otherTexts: [],
  runsWhatItGets: false,
  files: [],
  programs: [],
  readers: [],
  feeds: false,
};
export const shellLanguages = new Set(["sh", "bash", "zsh", "other"]);

/** Returns true if a program, in whichever folder, is a shell that reads the syntax of sh. */
export const isShell = (program: string | undefined): boolean => program !== undefined && hasTrait(basename(program), "shell");

/** A cache: many rules ask for the same command of a parsed script. */
const started = new WeakMap<SimpleCommand, StartedPrograms>();

/** Reads a command by the table, once. */
export function startedPrograms(command: SimpleCommand): StartedPrograms {
  const before = started.get(command);
  if (before !== undefined) return before;
  const found = readCommand(command);
  started.set(command, found);
  return found;
}

function readCommand(command: SimpleCommand): StartedPrograms {
  const { name, args } = unwrapped(command);
  const program = literalOf(name);
  if (program === undefined) return nothing;
  const own = builtinTexts(program, args);
  if (own !== undefined) return { ...nothing, texts: own };
  const from = findProgram(program) === undefined ? args.findIndex((arg) => isShell(literalOf(arg))) : 0;
  if (from === -1) return nothing;
  // After a program that isn't in the table, a shell counts as started.
  const [first, rest] = findProgram(program) === undefined ? [literalOf(args[from]) ?? "", args.slice(from + 1)] : [program, args];
  const read = readArguments(first, rest.map(argumentOf));
  return {
    texts: textsOf(read, rest),
    evaluated: [...read.evaluated.map(({ index }) => index), ...read.programs.map(({ from: at }) => at - 1)].flatMap(
      (index) => rest[index] ?? [],
    ),
    otherTexts: read.evaluated.flatMap(({ role, index, program: by }) =>
      role === "text" && !shellLanguages.has(languageOf(by)) ? (rest[index] ?? []) : [],
    ),
    runsWhatItGets: read.evaluated.some(
      ({ role, index, program: by }) => role === "text" && evaluatesInput(languageBy(by), literalOf(rest[index]) ?? ""),
    ),
    files: read.evaluated.flatMap(({ role, index }) => (role === "file" ? (rest[index] ?? []) : [])),
    programs: read.programs.flatMap(({ from: at }) => rest[at - 1] ?? []),
    readers: read.readers,
    feeds: read.programs.some((one) => makesArguments(one.name)),
  };
}

/** Its input, or its findings, become arguments. */
function makesArguments(program: string): boolean {
  const { feeds, finds } = findProgram(program) ?? {};
  return feeds === true || finds !== undefined;
}

/** Shell builtins that store a script for later. */
function builtinTexts(program: string, args: readonly ShellWord[]): readonly ProgramText[] | undefined {
  if (program === "trap") return args.slice(0, 1).map((word) => ({ program, words: [word], positional: [] }));
  if (program === "compgen" || program === "complete")
    return args.flatMap((word, i) => (literalOf(args[i - 1]) === "-W" ? [{ program, words: [word], positional: [] }] : []));
  if (program !== "mapfile" && program !== "readarray") return undefined;
  return args.flatMap((word, i) => (literalOf(args[i - 1]) === "-C" ? [{ program, words: [word], positional: [] }] : []));
}

function textsOf({ evaluated }: ReadArguments, args: readonly ShellWord[]): readonly ProgramText[] {
  const texts = evaluated.filter(({ role, program }) => role === "text" && shellLanguages.has(languageOf(program)));
  // `eval` and `ssh` join their arguments.
  const joined = new Map<string, number[]>();
  for (const { index, program } of texts) joined.set(program, [...(joined.get(program) ?? []), index]);
  const distinct = [...joined].map(([program, indexes]) => [program, [...new Set(indexes)].sort((a, b) => a - b)] as const);
  return distinct.map(([program, indexes]) => ({
    program,
    words: indexes.flatMap((index) => args[index] ?? []),
    positional: isShell(program) ? args.slice(Math.max(...indexes) + 1) : [],
  }));
}

/** A word of a script in the form that the table of programs uses. */
export function argumentOf(word: ShellWord): Argument {
  const end = word.parts.findIndex(({ expands }) => expands);
  const text = word.parts
    .slice(0, end === -1 ? word.parts.length : end)
    .map((part) => part.text)
    .join("");
  const many = word.parts.some(({ loose, list }) => loose === true || list !== undefined);
  return { texts: [{ text, open: end !== -1 }], certain: !isLoose(word), many, group: String(word.range.start) };
}

/** The arguments that `xargs` and similar programs make, and the positions where they may be evaluated. */
export interface FedArguments {
  readonly inputs: readonly ScriptInput[];
  /** Files that hold the arguments: `xargs -a f`. */
  readonly files: readonly ShellWord[];
  /** True if an argument may name the file that is run. */
  readonly namesFile: boolean;
}

const nothingFed: FedArguments = { inputs: [], files: [], namesFile: false };

/** The files that `xargs -a` reads instead of its input. */
export function fedFiles(command: SimpleCommand): readonly ShellWord[] {
  const { args } = unwrapped(command);
  return args.filter((_, i) => ["-a", "--arg-file"].includes(literalOf(args[i - 1]) ?? ""));
}

/** The input replaces `{}`, or follows all other arguments. */
export function fedArguments(command: SimpleCommand): FedArguments {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const words = args.map(argumentOf);
  const own = readArguments(program, words);
  const isMarked = args.some((arg) => literalOf(arg)?.includes("{}"));
  const isAppended = !isMarked && findProgram(program)?.feeds !== true && !own.args.some((arg) => arg.fed);
  const { evaluated } = isAppended ? readArguments(program, [...words, appended]) : own;
  const isFed = ({ index }: { readonly index: number }) =>
    index === args.length || own.args[index]?.fed === true || literalOf(args[index])?.includes("{}") === true;
  const reached = evaluated.filter(isFed);
  if (reached.length === 0) return nothingFed;
  return { inputs: command.input, files: fedFiles(command), namesFile: reached.some(({ role }) => role === "file") };
}

/** Stands for the input, if the table doesn't say how it becomes arguments. */
const appended: Argument = { texts: [{ text: "", open: true }], certain: false, many: true, group: "fed" };
