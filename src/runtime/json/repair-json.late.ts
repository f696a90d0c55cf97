import { jsonrepair } from "jsonrepair";
import { deepEqual } from "./deep-equal.js";
import { findUnsafeNumber } from "./find-unsafe-number.late.js";
import { isJsonObject, type JsonValue } from "./json-value.js";
import { isShallow } from "./parse-exact-json.late.js";
import { scanRelaxedJson } from "./scan-relaxed-json.js";
import { isArray } from "./selector.js";

const fence = /^\s*```(?:json5?|javascript|js)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/;

/**
 * The array or object that a broken JSON text can be read as, if there is one way to read it. A text that was cut off is completed only if `mayBeCut`,
 * and only where no more than closing brackets is missing: what is cut off further in has lost something.
 */
export function repairJson(source: string, mayBeCut: boolean): JsonValue | undefined {
  const inner = fence.exec(source)?.[1] ?? source;
  if (!/^\s*[[{]/.test(inner)) return undefined;
  const loose = scanRelaxedJson(inner);
  if (loose === undefined || (loose.cut && !mayBeCut)) return undefined;
  try {
    const text = jsonrepair(loose.text);
    const value = JSON.parse(text) as JsonValue;
    // The library also reads what could be read otherwise: strings that it made, lost or changed give it away.
    return isShallow(value) && findUnsafeNumber(text) === undefined && deepEqual(stringsOf(value), loose.strings) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The strings of a value, keys included, in the order in which JSON has them. */
function stringsOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isArray(value)) return value.flatMap(stringsOf);
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]) : [];
}
