import { hasTrait } from "../program-traits.js";
import { isHarmlessVariable, loadsCode } from "../table/variables.js";
import { unwrapped } from "./lists.js";
import type { OutsideValues } from "./outside-values.js";
import { literalOf, type Script, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";
import { folderVariables } from "./suspected-routes.js";

export const ofPrograms: Where = "a variable that programs get";

/**
 * Returns assignments of variables that programs get and that aren't known as harmless: any program may run one as
 * code.
 */
export function exportedVariableProblems(read: Script): readonly UnsupportedScript[] {
  const isExported = exportTestOf(read);
  const assigned = read.assignments.filter((assignment) => assignment.exported === true || isExported(assignment.variable));
  return assigned
    .filter(({ variable }) => isOpen(variable))
    .map(({ word, depth = 0 }) => ({ range: word.range, depth, where: ofPrograms }));
}

/**
 * Returns true if a value must not be in a variable that programs get. Variables that are known to load code are
 * refused wherever they are set.
 */
export const isOpen = (variable: string): boolean => !isHarmlessVariable(variable) && !runsItsValue(variable);

/**
 * Returns a test whether a script exports a variable to all programs that it starts: by `export NAME`,
 * `declare -x NAME`, or `set -a`.
 */
export function exportTestOf({ commands }: Script): (variable: string) => boolean {
  const real = commands.map(unwrapped);
  if (real.some(exportsAll)) return () => true;
  const names = new Set(real.filter(isExport).flatMap(({ args }) => args.flatMap((arg) => literalOf(arg)?.replace(/=.*$/s, "") ?? [])));
  return (variable) => names.has(variable);
}

/** Returns true if a command exports the variables that it names. */
export function isExport({ name, args }: Pick<SimpleCommand, "name" | "args">): boolean {
  const program = literalOf(name) ?? "";
  if (program === "export") return true;
  return /^(?:declare|typeset|local|readonly)$/.test(program) && args.some((arg) => /^-[a-zA-Z]*x/.test(literalOf(arg) ?? "-x"));
}

function exportsAll({ name, args }: SimpleCommand): boolean {
  const texts = args.map((arg) => literalOf(arg) ?? "");
  return literalOf(name) === "set" && (texts.some((text) => /^-[a-zA-Z]*a/.test(text)) || texts.includes("allexport"));
}

/**
 * Variables that bash expands (`PS4`, under `set -x`), evaluates as arithmetic (`RANDOM`, when it is set), or runs as
 * commands.
 */
const evaluated = new Set(["BASH_ALIASES", "BASH_CMDS", "PS0", "PS1", "PS2", "PS4", "RANDOM", "SRANDOM", "SECONDS", "OPTIND", "HISTCMD"]);

/** Returns true if a variable makes the shell or a program run its value. */
export const runsItsValue = (variable: string): boolean => evaluated.has(variable) || loadsCode(variable);

/** The variables that a command may print: some by their names, or all that pass a test. */
export type PrintedVariables = readonly string[] | ((name: string) => boolean);

/**
 * Returns the variables that a command may print: the shell's own (`set`, `declare -p`), or those that programs get.
 * Other programs print the ones that they name, as awk does in `ENVIRON["NAME"]`.
 */
export function printedVariablesOf(read: Script, outside: OutsideValues): (command: SimpleCommand) => PrintedVariables {
  const isExported = exportTestOf(read);
  const printedNames = new Set([
    ...outside.variables.keys(),
    ...read.assignments.flatMap((kept) => (kept.exported === true ? [kept.variable] : [])),
  ]);
  const isGiven = (name: string) => printedNames.has(name) || isExported(name);
  return (command) => {
    const { name, args } = unwrapped(command);
    const program = literalOf(name) ?? "";
    const texts = args.map(({ parts }) => parts.map(({ text }) => text).join(""));
    const asks = args.length === 0 || texts.some((text) => /^-[a-zA-Z]*[pv]/.test(text));
    if (hasTrait(program, "prints-own") && asks) return () => true;
    if (program === "pwd" || program === "dirs") return folderVariables;
    if (hasTrait(program, "prints-given") && (asks || program !== "export")) return isGiven;
    return [...new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))].filter(isGiven);
  };
}
