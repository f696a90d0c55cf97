import { findProgram } from "../programs/find-program.js";
import { readArguments } from "../programs/read-arguments.js";
import { unwrapped } from "./lists.js";
import { type Input, literalOf, type ShellWord, type SimpleCommand } from "./script.js";
import { argumentOf } from "./started.js";

/** What `xargs` and its like make arguments of, where these may be evaluated. */
export interface Fed {
  readonly inputs: readonly Input[];
  /** Files that hold the arguments: `xargs -a f`. */
  readonly files: readonly ShellWord[];
  /** Whether an argument may name the file that is run. */
  readonly namesFile: boolean;
}

const nothing: Fed = { inputs: [], files: [], namesFile: false };

/** What is read stands in the place of `{}`, or behind all other arguments. */
export function fedTo(command: SimpleCommand): Fed {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const literals = args.map((arg) => literalOf(arg) ?? "");
  const files = args.filter((_, i) => ["-a", "--arg-file"].includes(literals[i - 1] ?? ""));
  const marks = replaced(literals);
  const fed = { texts: [{ text: "", open: true }], certain: false, many: true, group: "fed" };
  const given = args.map(argumentOf);
  const { evaluated, programs } = readArguments(program, marks.length > 0 ? given : [...given, fed]);
  const isFed = ({ index }: { readonly index: number }) =>
    marks.length > 0 ? marks.some((mark) => literals[index]?.includes(mark)) : index === args.length;
  const reached = evaluated.filter(isFed);
  const isOpen = marks.length === 0 && programs.length > 1 && !literals.includes("--") && takesPrograms(programs.at(-1)?.name);
  if (reached.length === 0 && !isOpen) return nothing;
  return { inputs: command.input, files, namesFile: reached.some(({ role }) => role === "file") };
}

/** Whether an argument could be an option that holds a program. */
function takesPrograms(program: string | undefined): boolean {
  const row = program === undefined ? undefined : findProgram(program);
  return [row?.text, row?.file, row?.program, row?.setting].some((options) => (options ?? []).length > 0);
}

/** The texts that `xargs` replaces: `{}`, or what stands behind `-I`. `find` and `fd` replace `{}`. */
function replaced(literals: readonly string[]): readonly string[] {
  const marks = literals.flatMap((text, i) => {
    if (literals[i - 1] === "-I") return [text];
    return /^(?:-I|--replace=)(.+)$/.exec(text)?.[1] ?? [];
  });
  return marks.length === 0 && literals.some((text) => text.includes("{}")) ? ["{}"] : marks;
}
