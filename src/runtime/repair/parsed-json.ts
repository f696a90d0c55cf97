import { lostNumber } from "../call/lost-number.js";
import type { JsonValue } from "../json.js";

/** Whether a text could be a list, an object or a text in JSON. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

/** The value of a text that is JSON as a whole and loses nothing by being read. */
export function parsedJson(text: string): JsonValue | undefined {
  if (!looksLikeJson(text) || lostNumber(text) !== undefined) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
