import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { isArray } from "../runtime/json/selector.js";

/**
 * What an expectation speaks of in a value: of objects the keys that it names, at every depth, of arrays all elements. So an
 * expectation of `params` need not list what defaults fill in. A key that the value lacks stays away.
 */
export function projectExpected(expected: JsonValue, value: JsonValue): JsonValue {
  if (isArray(expected) && isArray(value)) {
    return value.map((element, i) => (i < expected.length ? projectExpected(expected[i] ?? null, element) : element));
  }
  if (!isJsonObject(expected) || !isJsonObject(value)) return value;
  const named = Object.entries(expected).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(named.map(([key, inner]) => [key, projectExpected(inner, value[key] ?? null)]));
}
