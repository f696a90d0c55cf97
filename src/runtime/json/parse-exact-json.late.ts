import { findUnsafeNumber } from "./find-unsafe-number.late.js";
import { isJsonObject, type JsonValue } from "./json-value.js";
import { looksLikeJson } from "./looks-like-json.js";
import { scanRelaxedJson } from "./scan-relaxed-json.js";
import { isArray } from "./selector.js";

/** Deeper than any real arguments, and far from overflowing the stack of recursive code. */
const deepest = 200;

/** Longer texts aren't searched for repeated keys. */
const longestSearched = 200_000;

/** Parses a text that is JSON as a whole, unless parsing would lose digits of a number or one of two equal keys. */
export function parseExactJson(text: string): JsonValue | undefined {
  if (!looksLikeJson(text) || findUnsafeNumber(text) !== undefined) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isShallow(value, deepest) && !losesKeys(value, text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if no list or object is nested deeper than this. */
export function isShallow(value: JsonValue, room: number = deepest): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (room === 0) return false;
  return Object.values(value).every((member: JsonValue) => isShallow(member, room - 1));
}

/** Returns true if a key is given twice, whose first value would be lost silently. */
function losesKeys(value: JsonValue, text: string): boolean {
  if (typeof value === "string" || text.length > longestSearched) return false;
  const scanned = scanRelaxedJson(text);
  return scanned !== undefined && scanned.strings.length !== countStrings(value);
}

function countStrings(value: JsonValue): number {
  if (typeof value === "string") return 1;
  if (isArray(value)) return value.reduce<number>((sum, element) => sum + countStrings(element), 0);
  if (!isJsonObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + countStrings(member), 0);
}
