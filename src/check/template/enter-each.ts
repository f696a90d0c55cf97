import { diagnostic } from "../../diagnostics/codes.js";
import { elementVariants, entryKeys, entryValues, typesOf } from "../schema/types.js";
import type { Resolved, TemplateScope } from "./template-scope.js";
import { typeNames } from "./type-names.js";

/**
 * Returns the scope inside the body of an `each` over a resolved name; reports a name that can't be iterated. An `each`
 * can't be inside another one.
 */
export function enterEach(over: Resolved, scope: TemplateScope): TemplateScope | undefined {
  if (scope.each !== undefined) return undefined;
  const types = new Set(over.variants.flatMap(typesOf));
  types.delete("null");
  const overObject = types.has("object");
  if (types.size !== 1 || !(overObject || types.has("array"))) {
    scope.log.push(diagnostic("not-a-list", scope.locate(over.range), { name: over.written, type: typeNames(over.variants) }));
    return undefined;
  }
  const items = over.variants.flatMap((v) => (overObject ? entryValues(over.root, v) : elementVariants(over.root, v)));
  const keys = overObject ? over.variants.flatMap((v) => entryKeys(over.root, v)) : [];
  return { ...scope, each: { root: over.root, selector: [...over.selector, overObject ? "*" : "[]"], items, overObject, keys } };
}

/** Any element of an array: the beginning of a joined text. */
export function elementOf(array: Resolved): Resolved {
  const variants = array.variants.flatMap((variant) => elementVariants(array.root, variant));
  return { ...array, selector: [...array.selector, "[]"], variants };
}
