import { exactly, type ParsedParams } from "../call/parse-params.js";
import { isJsonObject, type JsonValue } from "../json/json-value.js";
import { parseTextJson } from "../json/parse-text-json.late.js";

/** Arguments as they were sent, where they are JSON that loses nothing by being read; else the text, which repair looks at. */
export function argumentsOf(text: string | undefined, parsed: unknown): JsonValue {
  // Of a model that the SDK found by its name nobody has heard the text.
  if (text === undefined) return parsed as JsonValue;
  if (text.trim() === "") return {};
  const read = parsedText(text);
  return read?.ok ? (read.value as JsonValue) : text;
}

/** What a JSON text says, or what would be lost by reading it; `undefined` for what is no JSON. */
export function parsedText(text: string): ParsedParams | undefined {
  try {
    return exactly(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

/** Arguments as a provider takes them back: an object, and an empty one where nobody can say which. */
export function inputOf(args: JsonValue): JsonValue {
  const value = typeof args === "string" ? parseTextJson(args, true)?.value : args;
  return isJsonObject(value) ? value : {};
}
