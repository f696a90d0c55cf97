import { findUnsafeNumber, markIntegers, unsafeNumberProblem } from "../contract/exact-json.late.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import type { Refusal } from "../contract/problem.js";
import type { RepairRules } from "../contract/repair.js";
import { type StdinInput, utf8Text } from "../contract/stdio.js";
import { refuse } from "./refusal.late.js";
import { inputProblem } from "./start-problem.late.js";

/** The parameters as the client sent them, before any check. */
export type ParsedParams = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const byteOrderMark = "\uFEFF";

/**
 * Reads the parameters of a call as JSON. Empty input stands for no parameters. A whole number that a double doesn't
 * hold is marked: repair refuses it, or lets it keep its digits.
 */
export function parseParams(input: StdinInput): ParsedParams {
  const text = input.kind === "read" ? utf8Text(input.bytes) : undefined;
  if (text === undefined) return { ok: false, message: inputProblem(input) };
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  try {
    return parseArguments(json);
  } catch {
    return json.trim() === "" ? { ok: true, value: {} } : { ok: false, message: inputProblem(input) };
  }
}

/** Parses arguments that a call is made of. Throws as `JSON.parse` does. */
export function parseArguments(json: string): ParsedParams {
  const marked = isSuspect.test(json) ? markIntegers(json) : json;
  return exactly(JSON.parse(marked), marked);
}

/** Most numbers are short; only a text with a long or huge one is parsed again. */
export function exactly(value: unknown, json: string): ParsedParams {
  const unsafeNumber = isSuspect.test(json) ? findUnsafeNumber(json) : undefined;
  return unsafeNumber === undefined ? { ok: true, value } : { ok: false, message: unsafeNumberProblem(unsafeNumber) };
}

const isSuspect = /\d{16}|[eE]\+?\d{3}/;

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

/** Keys in which models wrap all of the arguments. */
export const wrapperKeys: readonly string[] = ["arguments", "args", "input", "params", "parameters", "tool_input", "kwargs", "function"];

/** The key of arguments that aren't an object, where a protocol admits objects alone. No tool declares such a name. */
export const bareKey = "\0";

/** Returns true if arguments may be wrapped: they aren't an object, or have a key in which models wrap them. */
export const mayBeWrapped = (input: unknown): boolean =>
  !isJsonObject(input) || Object.keys(input).some((key) => key === bareKey || wrapperKeys.includes(key));

/** The names under which a key of an element may stand at the top: its own and its aliases. */
export function namesOfWrapped({
  aliases,
  target,
  key,
}: Pick<RepairRules, "aliases"> & { target: string; key: string }): readonly string[] {
  const nested = aliases.filter(
    ({ target: [array, each, name, ...deeper] }) => array === target && each === "[]" && name === key && deeper.length === 0,
  );
  return [key, ...nested.flatMap(({ names }) => names)];
}
