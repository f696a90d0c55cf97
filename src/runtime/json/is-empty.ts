import { isJsonObject, type JsonValue } from "./json-value.js";
import { isArray } from "./selector.js";

/** Returns true if a value is empty: `null`, or a text, list or object with nothing in it. */
export function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "") return true;
  if (isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
