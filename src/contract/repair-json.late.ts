import { jsonrepair } from "jsonrepair";
import { findUnsafeNumber } from "./exact-json.late.js";
import { looksLikeJson, scanRelaxedJson } from "./json-text.js";
import { deepEqual, isArray, isJsonObject, type JsonValue } from "./json-value.js";

/** A value that was parsed from a text, and whether the text had to be repaired. */
export interface ParsedText {
  readonly value: JsonValue;
  readonly repaired: boolean;
}

/**
 * Parses the list or object in a text: JSON, JSON inside a JSON string, or broken JSON that is unambiguous; `undefined`
 * if there is none.
 */
export function parseTextJson(text: string, mayBeCut: boolean): ParsedText | undefined {
  const once = parseExactJson(text);
  const inner = typeof once === "string" ? once : text;
  const value = typeof once === "string" ? parseExactJson(once) : once;
  if (typeof value === "object" && value !== null) return { value, repaired: false };
  const repaired = once === undefined || typeof once === "string" ? repairJson(inner, mayBeCut) : undefined;
  return repaired === undefined ? undefined : { value: repaired, repaired: true };
}

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

const fence = /^\s*```(?:json5?|javascript|js)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;

/**
 * Parses a broken JSON text as an array or object, if there is exactly one way to read it. A truncated text is
 * completed only if `mayBeCut`, and only if nothing but closing brackets is missing: text that was cut off further in
 * has lost something.
 */
export function repairJson(source: string, mayBeCut: boolean): JsonValue | undefined {
  const inner = fence.exec(source)?.[1] ?? source;
  if (!/^\s*[[{]/.test(inner)) return undefined;
  const loose = scanRelaxedJson(inner);
  if (loose === undefined || (loose.cut && !mayBeCut)) return undefined;
  try {
    const text = jsonrepair(loose.text);
    const value = JSON.parse(text) as JsonValue;
    // The library also accepts ambiguous texts. The strings that it added, lost or changed reveal that.
    return isShallow(value) && findUnsafeNumber(text) === undefined && deepEqual(stringsOf(value), loose.strings) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The strings of a value, keys included, in the order of the JSON text. */
function stringsOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isArray(value)) return value.flatMap(stringsOf);
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]) : [];
}
