import { exactly, type ParsedParams } from "../call/parse-params.js";
import { isJsonObject, type JsonValue } from "../json/json-value.js";
import { parseTextJson } from "../json/parse-text-json.late.js";

/** Arguments as they were sent: a JSON value if parsing loses nothing, otherwise the text, which repair examines. */
export function readSentArguments(text: string | undefined, parsed: unknown): JsonValue {
  // The SDK found this model by its name, so its text isn't available.
  if (text === undefined) return parsed as JsonValue;
  if (text.trim() === "") return {};
  const read = parsedText(text);
  return read?.ok ? (read.value as JsonValue) : text;
}

/** Parses a JSON text, or returns the problem if a value would be lost; `undefined` for invalid JSON. */
export function parsedText(text: string): ParsedParams | undefined {
  try {
    return exactly(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

/** Returns arguments as a provider accepts them back: an object, which is empty if the arguments are unknown. */
export function inputOf(args: JsonValue): JsonValue {
  const value = typeof args === "string" ? parseTextJson(args, true)?.value : args;
  return isJsonObject(value) ? value : {};
}
