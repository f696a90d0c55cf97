import type { JsonObject, JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";

/** Longer than any real path. */
const longestPathChars = 4096;

/** The first or last characters of every path with text around it. */
const sign = /^(?:[\s`"'<[]|file:)|\s$/;

/** Returns true if there may be text around a path. */
export const mayHaveMore = (text: string): boolean => text.length <= longestPathChars && sign.test(text);

/** Returns true if a text in a value may hold markup of a call: most texts have none, and this reads them once. */
export function mayHoldMarkup(value: JsonValue): boolean {
  if (typeof value === "string") return value.includes("<") && /<\/\w|<\||<(?:\w+:)?parameter|<arg_key/.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (isArray(value)) return value.some(mayHoldMarkup);
  for (const key in value) if (mayHoldMarkup((value as JsonObject)[key] as JsonValue)) return true;
  return false;
}
