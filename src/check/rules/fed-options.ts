import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { possibleOptions } from "../programs/possible-options.js";
import type { FlatWord } from "../template/flatten.js";
import type { InputValues } from "../values/input-values.js";
import { isChosen, isModels } from "../values/model-values.js";
import { possibleArguments } from "../values/possible-arguments.js";
import { heldBy } from "./evaluated-argument.js";
import { resolvedPathText, selectorsName } from "./leading-dash.js";

/** Values in the input of a program that makes arguments of it (`xargs`), if these could be options. */
export function checkFedOptions(program: string, words: readonly FlatWord[], input: InputValues): readonly Diagnostic[] {
  const fed = possibleOptions(program, possibleArguments(words)).find((one) => one.fed);
  if (fed === undefined) return [];
  const isOpen = ({ resolved }: InputValues["stdin"][number]) =>
    isModels(resolved) && !selectorsName(Object.keys(input.code), resolved) && !resolved.variants.every(isChosen);
  return [...input.stdin, ...heldBy(words, input)].filter(isOpen).map(({ resolved, scope }) => {
    const name = resolvedPathText(resolved);
    return diagnostic("possible-option", scope.locate(resolved.range), { name, what: "The input", program: fed.program });
  });
}
