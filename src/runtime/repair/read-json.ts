import type { JsonValue } from "../json.js";
import { mendedJson } from "./mended-json.js";
import { parsedJson } from "./parsed-json.js";

/** A value that was read from a text, and whether the text had to be mended. */
export interface ReadJson {
  readonly value: JsonValue;
  readonly mended: boolean;
}

/** The list or object that a text is, in JSON, in JSON in a text, or in JSON that is broken and can be read in one way; `undefined`: none. */
export function readJson(text: string, mayBeCut: boolean): ReadJson | undefined {
  const once = parsedJson(text);
  const inner = typeof once === "string" ? once : text;
  const value = typeof once === "string" ? parsedJson(once) : once;
  if (typeof value === "object" && value !== null) return { value, mended: false };
  const mended = once === undefined || typeof once === "string" ? mendedJson(inner, mayBeCut) : undefined;
  return mended === undefined ? undefined : { value: mended, mended: true };
}
