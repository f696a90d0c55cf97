import { isJsonObject, type JsonValue } from "./json-value.js";

/** The path of a value, with indexes for `[]`. */
export type Steps = readonly (string | number)[];

/**
 * Applies a change to every value that a selector reaches. Nothing is mutated: objects and arrays on the way to a
 * changed value are copied, everything else is shared. Values that the selector doesn't match stay unchanged.
 */
export function mapAt(value: JsonValue, selector: Selector, change: (value: JsonValue, at: Steps) => JsonValue, at: Steps = []): JsonValue {
  const [step, ...rest] = selector;
  if (step === undefined) return change(value, at);
  if (step === "[]") {
    if (!isArray(value)) return value;
    const mapped = value.map((element, i) => mapAt(element, rest, change, [...at, i]));
    return mapped.some((element, i) => element !== value[i]) ? mapped : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step] as JsonValue;
  const after = mapAt(before, rest, change, [...at, step]);
  return after === before ? value : { ...value, [step]: after };
}

/** Returns true if a value is at or below a path that one of these selectors reaches. */
export function isAmong(steps: Steps, selectors: readonly Selector[]): boolean {
  return selectors.some((selector) => selector.every((step, i) => step === steps[i] || (step === "[]" && typeof steps[i] === "number")));
}

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Prints a selector, such as `edits[].oldText`. */
export const selectorText = (selector: Selector): string =>
  selector.reduce((text, step) => (step === "[]" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");

/**
 * The path of values inside the arguments: keys of objects, and `[]` for every element of an array. `edits[].oldText`
 * is `["edits", "[]", "oldText"]`.
 */
export type Selector = readonly string[];
