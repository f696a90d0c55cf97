import type { JsonObject } from "../../runtime/json/json-value.js";
import { admitsNone, cannotBeginWith } from "../schema/pattern.js";
import { isSelected } from "../template/is-selected.js";
import type { Resolved } from "../template/template-scope.js";
import { isAuthoredVariant } from "../values/model-values.js";

/**
 * Returns true if a value may begin with a prefix that makes a program evaluate the argument, such as the `!` of ed. A
 * path in `paths` is absolute or begins with a plain character; otherwise the program gets it with `./` before it
 * (src/runtime/paths/argument-path.ts).
 */
export function canBeginWith(value: Resolved, text: string, paths: readonly string[]): boolean {
  if (isSelected(paths, value) && !text.startsWith("/") && !/^\w+=?$/.test(text)) return false;
  return !value.variants.every((variant) => isAuthoredVariant(variant) || isRuledOut(variant, text));
}

const isRuledOut = ({ pattern }: JsonObject, text: string): boolean =>
  typeof pattern === "string" && (cannotBeginWith(pattern, text.slice(0, 1)) || Array.from(text).some((char) => admitsNone(pattern, char)));
