import type { Refusal } from "../contract/refusal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";
import { refuse } from "../refusal/refusal.late.js";

/** Deeper than any real arguments, and far from overflowing the stack of recursive code. */
export const deepest = 200;

/**
 * Returns a deep copy of the arguments as an object. The copy is deep because the validator writes nested defaults in
 * place, and the caller's value must stay unchanged. Strings are shared, so the cost grows with the number of values,
 * not with their length.
 */
export function argumentsObject(input: unknown, params: readonly string[]): { readonly ok: true; readonly params: JsonObject } | Refusal {
  if (!isJsonObject(input)) return refuse([{ code: "not-an-object", given: input as JsonValue | undefined, parameter: params[0] }]);
  const endless = Object.entries(input).find(([, value]) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY);
  if (endless !== undefined) return refuse([{ code: "infinite-number", path: [endless[0]] }]);
  if (!Object.values(input).some(hasParts)) return { ok: true, params: { ...input } };
  const copied = copy(input, deepest);
  return isJsonObject(copied) ? { ok: true, params: copied } : refuse([{ code: "too-deep", most: deepest }]);
}

const hasParts = (value: JsonValue) => typeof value === "object" && value !== null;

/** `undefined` if the value is nested too deeply. */
function copy(value: JsonValue, room: number): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (room === 0) return undefined;
  if (isArray(value)) {
    const elements: JsonValue[] = value.slice();
    for (const [i, element] of elements.entries()) {
      if (typeof element !== "object" || element === null) continue;
      const copied = copy(element, room - 1);
      if (copied === undefined) return undefined;
      elements[i] = copied;
    }
    return elements;
  }
  // Spreading makes own properties of every key, so a later assignment to `__proto__` finds one and sets that.
  const object: Record<string, JsonValue> = { ...value };
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (typeof member !== "object" || member === null) continue;
    const copied = copy(member, room - 1);
    if (copied === undefined) return undefined;
    object[key] = copied;
  }
  return object;
}
