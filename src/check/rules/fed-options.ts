import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { possibleOptions } from "../programs/possible-options.js";
import type { FlatWord } from "../template/flatten.js";
import { isSelected } from "../template/is-selected.js";
import { parameterText } from "../template/parameter-text.js";
import type { InputValues } from "../values/input-values.js";
import { isAuthoredVariant, isFromModel } from "../values/model-values.js";
import { possibleArguments } from "../values/possible-arguments.js";
import { heldBy } from "./evaluated-argument.js";

/** Values in the input of a program that makes arguments of it (`xargs`), if these could be options. */
export function checkFedOptions(program: string, words: readonly FlatWord[], input: InputValues): readonly Diagnostic[] {
  const fed = possibleOptions(program, possibleArguments(words)).find((one) => one.fed);
  if (fed === undefined) return [];
  const isOpen = ({ resolved }: InputValues["stdin"][number]) =>
    isFromModel(resolved) && !isSelected(Object.keys(input.code), resolved) && !resolved.variants.every(isAuthoredVariant);
  return [...input.stdin, ...heldBy(words, input)].filter(isOpen).map(({ resolved, scope }) => {
    const name = parameterText(resolved);
    return diagnostic("possible-option", scope.locate(resolved.range), { name, what: "The input", program: fed.program });
  });
}
