import type { Argument } from "../arguments/argument.js";
import { readArguments } from "../arguments/read-arguments.js";
import { findProgram } from "../table/find-program.js";
import { unwrapped } from "./lists.js";
import { literalOf, type ScriptInput, type ShellWord, type SimpleCommand } from "./script.js";
import { argumentOf } from "./started-programs.js";

/** The arguments that `xargs` and similar programs make, and the positions where they may be evaluated. */
export interface FedArguments {
  readonly inputs: readonly ScriptInput[];
  /** Files that hold the arguments: `xargs -a f`. */
  readonly files: readonly ShellWord[];
  /** True if an argument may name the file that is run. */
  readonly namesFile: boolean;
}

const nothing: FedArguments = { inputs: [], files: [], namesFile: false };

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
  if (reached.length === 0) return nothing;
  return { inputs: command.input, files: fedFiles(command), namesFile: reached.some(({ role }) => role === "file") };
}

/** Stands for the input, if the table doesn't say how it becomes arguments. */
const appended: Argument = { texts: [{ text: "", open: true }], certain: false, many: true, group: "fed" };
