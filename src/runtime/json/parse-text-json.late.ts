import type { JsonValue } from "./json-value.js";
import { parseExactJson } from "./parse-exact-json.late.js";
import { repairJson } from "./repair-json.late.js";

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
