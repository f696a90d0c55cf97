import { hasTrait } from "../program-traits.js";
import { exportTestOf } from "./exported-variables.js";
import { unwrapped } from "./lists.js";
import type { OutsideValues } from "./outside-values.js";
import { literalOf, type Script, type SimpleCommand } from "./script.js";
import { folderVariables } from "./suspected-routes.js";

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
