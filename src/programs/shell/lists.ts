import { hasTrait } from "../program-traits.js";
import { literalOf, type Script, type ShellWord, type SimpleCommand } from "./script.js";

/**
 * Returns the words that a list (`"${a[@]}"`, `"$@"`) may expand to, in any order; `undefined` if the script alone
 * doesn't decide it.
 */
export type Lists = (word: ShellWord) => readonly ShellWord[] | undefined;

export function listsOf(read: Script): Lists {
  const isOpen = read.commands.some((command) => hasTrait(literalOf(unwrapped(command).name), "runs-text"));
  const elementsOf = (variable: string, seen: readonly string[]): readonly ShellWord[] | undefined => {
    if (isOpen || seen.includes(variable)) return isOpen ? undefined : [];
    const words =
      variable === "@" ? positionalWords(read) : read.assignments.filter((kept) => kept.variable === variable).map(({ word }) => word);
    // An array that the script doesn't set would come from the environment, and one that a program fills depends on the
    // program.
    if (variable !== "@" && (words.length === 0 || isFilled(variable, read))) return undefined;
    return flattened(words.map((word) => expanded(word, [...seen, variable])));
  };
  const expanded = (word: ShellWord, seen: readonly string[]): readonly ShellWord[] | undefined => {
    if (!word.parts.some(({ loose }) => loose)) return [word];
    const [only, ...others] = word.parts;
    return only?.list === undefined || others.length > 0 ? undefined : elementsOf(only.list, seen);
  };
  return (word) => expanded(word, []);
}

function flattened<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const complete = lists.filter((list) => list !== undefined);
  return complete.length === lists.length ? complete.flat() : undefined;
}

/** Returns true if a command sets a variable to a value that the script doesn't contain. */
function isFilled(variable: string, { commands }: Script): boolean {
  return commands.map(unwrapped).some(({ name, args }) => {
    const command = literalOf(name);
    const isFilling = hasTrait(command, "fills") || (hasTrait(command, "fills-by-option") && /^-/.test(literalOf(args[0]) ?? "-"));
    return isFilling && args.some((arg) => (literalOf(arg) ?? variable).split("[")[0] === variable);
  });
}

/**
 * Returns the possible words of `$1` and the following, anywhere in the script: arguments of `set` and of functions.
 */
export function positionalWords({ commands, functions, positional }: Script): readonly ShellWord[] {
  const names = functions.map((one) => one.name);
  const passed = commands.map(unwrapped).flatMap(({ name, args }) => {
    const program = literalOf(name);
    if (program === "set") return args.slice(optionsOfSet(args));
    // A variable may name a function.
    const calls = program === undefined ? functions.length > 0 : names.includes(program);
    return calls ? args : [];
  });
  return [...passed, ...positional];
}

/** How many arguments of `set` are its options. */
function optionsOfSet(args: readonly ShellWord[]): number {
  for (let i = 0; i < args.length; i++) {
    const text = literalOf(args[i]);
    if (text === undefined || !/^[-+]/.test(text)) return i;
    if (text === "--" || text === "-") return i + 1;
    if (/^[-+][a-zA-Z]*o$/.test(text)) i++;
  }
  return args.length;
}

/** Returns a command without a leading `command`, `builtin` or `exec`: what is really run. */
export function unwrapped(command: SimpleCommand): SimpleCommand {
  const inner = innerOf(command);
  return inner === undefined ? command : unwrapped(inner);
}

/** Returns those leading commands, each with its own arguments alone: `exec -a NAME`. */
export function wrappersOf(command: SimpleCommand): readonly SimpleCommand[] {
  const inner = innerOf(command);
  if (inner === undefined) return [];
  return [{ ...command, args: command.args.slice(0, command.args.indexOf(inner.name)) }, ...wrappersOf(inner)];
}

function innerOf(command: SimpleCommand): SimpleCommand | undefined {
  const name = literalOf(command.name);
  if (name === undefined || !hasTrait(name, "runs-command")) return undefined;
  // `exec -a NAME program`
  const isValue = (i: number) => name === "exec" && /^-[cl]*a$/.test(literalOf(command.args[i - 1]) ?? "");
  const at = command.args.findIndex((arg, i) => !(literalOf(arg)?.startsWith("-") === true || isValue(i)));
  const next = command.args[at];
  if (next === undefined || command.args.slice(0, at).some((arg) => /^-[vV]/.test(literalOf(arg) ?? ""))) return undefined;
  return { ...command, name: next, args: command.args.slice(at + 1) };
}
