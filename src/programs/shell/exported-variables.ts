import { isHarmlessVariable } from "../table/variables.js";
import { unwrapped } from "./lists.js";
import { runsItsValue } from "./runs-its-value.js";
import { literalOf, type Script, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";

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
