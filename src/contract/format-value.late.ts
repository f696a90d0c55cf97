import { findSyntaxError, repeatedKeys } from "./json-text.js";
import { isArray, isJsonObject, type JsonValue } from "./json-value.js";

/** Prints a value as compact JSON, shortened to about `room` characters: for messages, never for programs. */
export function formatValue(value: JsonValue | undefined, room = 60): string {
  if (typeof value === "string") return JSON.stringify(value.length > room ? `${whole(value.slice(0, room - 1))}…` : value);
  if (isArray(value)) return list(value, "[]", room, (element, left) => formatValue(element, left));
  if (isJsonObject(value)) {
    return list(Object.keys(value), "{}", room, (key, left) => `${formatValue(key, left)}:${formatValue(value[key], left)}`);
  }
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** Prints a value with its type, because the value alone can be ambiguous: `"5" (a string)`. */
export function formatTypedValue(value: JsonValue | undefined): string {
  const shown = formatValue(value);
  if (value === undefined || value === null) return shown;
  if (typeof value === "string" && value.length > 60) return `${shown} (a string of ${value.length} characters)`;
  return `${shown} (${typeName(value)})`;
}

/** The JSON type of a value with its article: `a string`, `an array`. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return value === null ? "null" : "nothing";
  if (isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function list<T>(elements: readonly T[], brackets: string, room: number, text: (element: T, left: number) => string): string {
  const shown: string[] = [];
  let remaining = room - 2;
  for (const element of elements) {
    const next = remaining > 8 ? text(element, remaining) : "…";
    shown.push(next);
    remaining -= next.length + 1;
    if (next === "…") break;
  }
  return `${brackets.slice(0, 1)}${shown.join(",")}${brackets.slice(1)}`;
}

/** Half a surrogate pair at the cut would be printed as an escape. */
const whole = (text: string) => text.replace(/[\uD800-\uDBFF]$/, "");

/** Says where a text isn't JSON, if it isn't. */
export function jsonFault(text: string): string {
  const error = findSyntaxError(text);
  if (error !== undefined) return `, whose JSON is broken or cut off at character ${error.offset + 1}, where ${error.expected} is expected`;
  const repeated = repeatedKeys(text).next().value;
  return repeated === undefined ? "" : `, which has the key ${JSON.stringify(repeated.key)} twice`;
}
