import { jsonrepair } from "jsonrepair";
import { deepEqual } from "./deep-equal.js";
import { findUnsafeNumber } from "./find-unsafe-number.late.js";
import { isJsonObject, type JsonValue } from "./json-value.js";
import { isShallow } from "./parse-exact-json.late.js";
import { scanRelaxedJson } from "./scan-relaxed-json.js";
import { isArray } from "./selector.js";

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
