import { parseSelector } from "../schema/types.js";
import type { Resolved } from "./template-scope.js";

/** Returns true if a list of selectors names a value: itself, or the array or object that contains it. */
export function isSelected(selectors: readonly string[], value: Resolved): boolean {
  const own = value.selector.filter((step) => step !== "*").join(".");
  return (
    value.selector.length > 0 &&
    selectors.some((selector) => own === parseSelector(selector).join(".") || own === [...parseSelector(selector), "[]"].join("."))
  );
}
