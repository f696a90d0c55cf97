import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";

/** A settings file of Gemini CLI's, as far as it could be read. `path` is the form that users know. */
export type GeminiSettingsFile =
  | { readonly kind: "absent"; readonly path: string }
  | { readonly kind: "broken"; readonly path: string; readonly problem: string }
  | { readonly kind: "read"; readonly path: string; readonly value: JsonObject };

/** Reads JSON with comments, as the client does. */
export function parseSettings(path: string, text: string | undefined): GeminiSettingsFile {
  if (text === undefined) return { kind: "absent", path };
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isJsonObject(value) ? { kind: "read", path, value } : { kind: "broken", path, problem: "it is not a JSON object" };
  } catch (cause) {
    return { kind: "broken", path, problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : " "));
}

/** Returns the value at a path of keys in a file; `undefined` if there is none. */
export function settingAt(file: GeminiSettingsFile, ...keys: readonly string[]): unknown {
  if (file.kind !== "read") return undefined;
  return keys.reduce<unknown>((value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), file.value);
}
