import type { JsonValue } from "./json-value.js";

/** Returns the value of a JSON text; `undefined` if the text isn't JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
