import { isJsonObject, type JsonValue } from "./json-value.js";
import { booleanFromText, numberFromText } from "./number-from-text.js";
import { isArray } from "./selector.js";

/**
 * Returns true if two values are equal, or if one is a number or a boolean and the other is the text that spells it.
 */
export function looselyEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a === "string" && typeof b !== "string") return looselyEqual(b, a);
  if (typeof b !== "string" || typeof a === "string") return deepEqual(a, b);
  return (typeof a === "number" && numberFromText(b.trim(), false) === a) || (typeof a === "boolean" && booleanFromText(b) === a);
}

/** Returns true if two JSON values are equal, whatever the order of keys. */
export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((element, i) => deepEqual(element, b[i]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));
}
