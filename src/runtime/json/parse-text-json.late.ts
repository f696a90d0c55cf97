import type { JsonValue } from "./json-value.js";
import { parseExactJson } from "./parse-exact-json.late.js";
import { repairJson } from "./repair-json.late.js";

/** A value that was read from a text, and whether the text had to be mended. */
export interface ParsedText {
  readonly value: JsonValue;
  readonly mended: boolean;
}

/** The list or object that a text is, in JSON, in JSON in a text, or in JSON that is broken and can be read in one way; `undefined`: none. */
export function parseTextJson(text: string, mayBeCut: boolean): ParsedText | undefined {
  const once = parseExactJson(text);
  const inner = typeof once === "string" ? once : text;
  const value = typeof once === "string" ? parseExactJson(once) : once;
  if (typeof value === "object" && value !== null) return { value, mended: false };
  const mended = once === undefined || typeof once === "string" ? repairJson(inner, mayBeCut) : undefined;
  return mended === undefined ? undefined : { value: mended, mended: true };
}
