import type { Repair } from "../contract/repair.js";
import type { CleanRule } from "../contract/repair-rules.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import type { Selector } from "../json/selector.js";
import { isArray, mapAt } from "../json/selector.js";
import { barePath } from "./bare-path.late.js";
import { mayHaveMore } from "./may-have-more.js";
import { noteRepair } from "./note-repair.js";

/** Converts values whose other shapes the spec describes: lines to a text, a path in Markdown to the path. */
export function cleanValues(params: JsonObject, rules: readonly CleanRule[], repairs: Repair[]): JsonObject {
  return rules.reduce<JsonObject>((current, { kind, target }) => {
    // Most values need no change, which is detected without allocating anything.
    if (!isThere(current, target, kind === "lines" ? isArray : hasSign)) return current;
    const changed = mapAt(current, target, (value, at) => {
      const cleaned = kind === "lines" ? oneText(value) : kind === "path" ? pathFrom(value) : undefined;
      if (cleaned === undefined || cleaned === value) return value;
      noteRepair(repairs, kind === "lines" ? "lines" : "path", at, at);
      return cleaned;
    });
    return isJsonObject(changed) ? changed : current;
  }, params);
}

const pathFrom = (value: JsonValue) => (typeof value === "string" ? barePath(value) : undefined);

/**
 * Joins a list of lines: with their own line ends if all but the last have one, otherwise with one between each two.
 * Returns `undefined` if they differ in this.
 */
function oneText(value: JsonValue): string | undefined {
  if (!isArray(value) || value.length === 0 || !value.every((line) => typeof line === "string")) return undefined;
  const ended = value.slice(0, -1).filter((line) => line.endsWith("\n")).length;
  if (ended === value.length - 1) return value.join("");
  return ended === 0 ? value.join("\n") : undefined;
}

const hasSign = (value: JsonValue) => typeof value === "string" && mayHaveMore(value);

/** Returns true if a selector reaches a value of this kind. */
function isThere(value: JsonValue | undefined, selector: Selector, test: (value: JsonValue) => boolean, depth = 0): boolean {
  const step = selector[depth];
  if (value === undefined) return false;
  if (step === undefined) return test(value);
  if (step === "[]") return isArray(value) && value.some((element) => isThere(element, selector, test, depth + 1));
  return isJsonObject(value) && Object.hasOwn(value, step) && isThere(value[step], selector, test, depth + 1);
}
