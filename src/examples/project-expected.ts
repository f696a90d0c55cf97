import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { isArray } from "../runtime/json/selector.js";

/**
 * Returns the parts of a value that an expectation names: the named keys of objects, at every depth, and all elements
 * of arrays. So an expectation of `params` needn't list defaults. A key that the value lacks stays absent.
 */
export function projectExpected(expected: JsonValue, value: JsonValue): JsonValue {
  if (isArray(expected) && isArray(value)) {
    return value.map((element, i) => (i < expected.length ? projectExpected(expected[i] ?? null, element) : element));
  }
  if (!isJsonObject(expected) || !isJsonObject(value)) return value;
  const named = Object.entries(expected).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(named.map(([key, inner]) => [key, projectExpected(inner, value[key] ?? null)]));
}
