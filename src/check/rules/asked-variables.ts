import type { AskedPlace } from "../../model/place-class.js";
import type { CheckedCommand } from "../command/command.js";
import { basename } from "../programs/program-names.js";
import { hasTrait } from "../programs/program-traits.js";
import { shellPrograms } from "../shell/started-programs.js";
import { isSelected } from "../template/is-selected.js";
import { parameterText } from "../template/parameter-text.js";
import type { InputValues } from "../values/input-values.js";
import { isFromModel } from "../values/model-values.js";
import { isPlainWord } from "./check-places.js";
import { isHarmlessVariable, loadsCode } from "./environment-variables.js";

/**
 * Returns the values in variables that a program may use for anything: those that aren't known, and those that the
 * author's text for a program names.
 */
export function askedVariables(command: CheckedCommand | undefined, { env, code, data }: InputValues): readonly AskedPlace[] {
  if (command === undefined) return [];
  const all = command.commands ?? [{ program: command.command.program, words: command.words }];
  // The scripts of shells are followed.
  const others = all.filter(({ program }) => program !== "" && !shellPrograms.has(basename(program)));
  const texts = others.flatMap(({ words }) =>
    words.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === "text" ? [node.text] : []))),
  );
  // Every variable is one of make's.
  const isMake = others.some(({ program }) => hasTrait(program, "reads-variables"));
  const isNamed = (variable: string) => isMake || texts.some((text) => text.includes(variable));
  return Object.entries(env).flatMap(([variable, values]) => {
    if (loadsCode(variable) || (isHarmlessVariable(variable) && !(variable.startsWith("INPUT_") && isNamed(variable)))) return [];
    const open = values.filter(
      ({ resolved }) =>
        isFromModel(resolved) && !isSelected([...Object.keys(code), ...data], resolved) && !resolved.variants.every(isPlainWord),
    );
    return [...new Set(open.map(({ resolved }) => parameterText(resolved)))].map((param) => ({
      param,
      where: `the variable ${variable}`,
      class: "unknown" as const,
    }));
  });
}
