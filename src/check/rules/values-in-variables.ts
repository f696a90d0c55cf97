import type { PlacedValue, ValueReason } from "../../model/place-class.js";
import type { CheckedCommand } from "../command/command.js";
import { commandText } from "../command/command-text.js";
import { basename } from "../programs/program-names.js";
import { hasTrait } from "../programs/program-traits.js";
import { shellPrograms } from "../shell/started-programs.js";
import { isSelected } from "../template/is-selected.js";
import { parameterText } from "../template/parameter-text.js";
import type { InputValues } from "../values/input-values.js";
import { isAuthoredVariant, isFromModel, type ModelValue } from "../values/model-values.js";
import { isPlainWord } from "./check-places.js";
import { isHarmlessVariable, loadsCode } from "./environment-variables.js";

/**
 * Returns the values in variables that a program may use for anything: those that aren't known, and those that the
 * author's text for a program names. Variables that load code are an error elsewhere.
 */
export function valuesInVariables(command: CheckedCommand, { env, code, data }: InputValues): readonly PlacedValue[] {
  const all = command.commands ?? [{ program: command.command.program, words: command.words }];
  // The scripts of shells are followed.
  const others = all.filter(({ program }) => program !== "" && !shellPrograms.has(basename(program)));
  const texts = others.flatMap(({ words }) =>
    words.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === "text" ? [node.text] : []))),
  );
  // Every variable is one of make's.
  const isMake = others.some(({ program }) => hasTrait(program, "reads-variables"));
  const isNamed = (variable: string) => isMake || texts.some((text) => text.includes(variable));
  const reasonFor = ({ resolved }: ModelValue): ValueReason => {
    if (resolved.variants.every(isAuthoredVariant)) return "fixed";
    if (resolved.variants.every(isPlainWord)) return "word";
    return isSelected(data, resolved) ? "claim" : isSelected(Object.keys(code), resolved) ? "code" : "class";
  };
  return Object.entries(env).flatMap(([variable, values]) => {
    if (loadsCode(variable) || (isHarmlessVariable(variable) && !(variable.startsWith("INPUT_") && isNamed(variable)))) return [];
    const reasons = new Map(
      values.filter(({ resolved }) => isFromModel(resolved)).map((value) => [parameterText(value.resolved), reasonFor(value)] as const),
    );
    return [...reasons].map(([param, because]) => ({
      param,
      where: `the variable ${variable}`,
      class: "unknown" as const,
      verdict: because === "class" ? ("asked" as const) : ("allowed" as const),
      because,
      ...(because === "claim" && { claimedIn: `${variable}=<value> ${all.map((one) => commandText(one, param)).join("; ")}` }),
    }));
  });
}
