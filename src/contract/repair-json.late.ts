import { findUnsafeNumber, markIntegers } from "./exact-json.late.js";
import { looksLikeJson, parseJson, repeatedKeys, scanRelaxedJson } from "./json-text.js";
import type { JsonValue } from "./json-value.js";

/** A value that was parsed from a text, and whether the text had to be repaired. */
export interface ParsedText {
  readonly value: JsonValue;
  readonly repaired: boolean;
}

/** How a JSON text is read. */
export interface JsonReading {
  /** True if brackets that are missing at the end may be added. */
  readonly mayBeCut: boolean;
  /** True if long whole numbers are marked. Otherwise a text with one is refused, because a double changes it. */
  readonly keepsDigits?: boolean;
}

/**
 * Parses the list or object in a text: JSON, JSON inside a JSON string, or broken JSON that is unambiguous; `undefined`
 * if there is none.
 */
export function parseTextJson(text: string, reading: JsonReading): ParsedText | undefined {
  const once = parseExactJson(text, reading.keepsDigits);
  const inner = typeof once === "string" ? once : once === undefined ? unescaped(text) : undefined;
  const value = inner === undefined ? once : parseExactJson(inner, reading.keepsDigits);
  if (typeof value === "object" && value !== null) return { value, repaired: once === undefined };
  const repaired = once === undefined || typeof once === "string" ? repairJson(inner ?? text, reading) : undefined;
  return repaired === undefined ? undefined : { value: repaired, repaired: true };
}

/** Returns the text of which this is the content of a JSON string: `{\"a\":1}`. A quote is escaped only inside one. */
function unescaped(text: string): string | undefined {
  const value = /^\s*[[{](?:\s|\\[nrt])*\\"/.test(text) ? parseJson(`"${text.replace(/\r?\n/g, "\\n")}"`) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Deeper than any real arguments, and far from overflowing the stack of recursive code. */
const deepest = 200;

/** Parses a text that is JSON as a whole, unless parsing would lose digits of a number or one of two equal keys. */
export function parseExactJson(text: string, keepsDigits = false): JsonValue | undefined {
  const json = keepsDigits ? markIntegers(text) : text;
  if (!looksLikeJson(json) || findUnsafeNumber(json) !== undefined) return undefined;
  const value = parseJson(json);
  return value !== undefined && isShallow(value, deepest) && !losesKeys(value, json) ? value : undefined;
}

/** Returns true if no list or object is nested deeper than this. */
export function isShallow(value: JsonValue, room: number = deepest): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (room === 0) return false;
  return Object.values(value).every((member: JsonValue) => isShallow(member, room - 1));
}

/** Returns true if a key is given twice, whose first value would be lost silently. */
const losesKeys = (value: JsonValue, json: string): boolean => typeof value !== "string" && repeatedKeys(json).next().value !== undefined;

const fence = /^\s*```(?:json5?|javascript|js)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;

/**
 * Parses a broken JSON text as an array or object, if there is exactly one way to read it. A truncated text is
 * completed only if `mayBeCut`, and only if nothing but closing brackets is missing: text that was cut off further in
 * has lost something.
 */
export function repairJson(source: string, { mayBeCut, keepsDigits = false }: JsonReading): JsonValue | undefined {
  const inner = fence.exec(source)?.[1] ?? source;
  if (!/^\s*[[{]/.test(inner)) return undefined;
  const loose = scanRelaxedJson(inner);
  if (loose === undefined || (loose.cut && !mayBeCut)) return undefined;
  return parseExactJson(loose.text, keepsDigits);
}
