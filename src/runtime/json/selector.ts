import { isJsonObject, type JsonValue } from "./json-value.js";

/** Where a value was found: the steps taken, indexes for `[]`. */
export type Steps = readonly (string | number)[];

/**
 * Applies a change to every value that a selector reaches. Nothing is mutated: objects and arrays on the way to a changed
 * value are copied, all else is shared. Places that the selector doesn't fit are left as they are.
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

/** `edits[].oldText` of its steps. */
export const selectorText = (selector: Selector): string =>
  selector.reduce((text, step) => (step === "[]" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");

/** Where a value is inside the arguments: keys of objects, and `[]` for every element of an array. `edits[].oldText` is `["edits", "[]", "oldText"]`. */
export type Selector = readonly string[];
