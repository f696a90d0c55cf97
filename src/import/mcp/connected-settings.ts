import { matchesName } from "../../runtime/command/build-environment.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import type { ImportedServer } from "./convert-server.js";

/**
 * Returns the settings to connect to a server with now: the entry with its secrets filled in, from the settings that it
 * was read from or from the environment.
 */
export function connectedSettings(
  { name, entry, values }: ImportedServer,
  env: Readonly<Record<string, string | undefined>>,
): ImportOutcome<JsonObject> {
  const missing: string[] = [];
  const filled = (fields: JsonObject) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, text]) => [
        key,
        String(text)
          .replaceAll(/\{\{@secret\.(\w+)\}\}/g, (_, secret: string) => {
            const value = values[secret] ?? env[secret];
            if (value === undefined || value === "") missing.push(secret);
            return value ?? "";
          })
          .replaceAll("\\{{", "{{"),
      ]),
    );
  const { secrets: _secrets, pass, ...settings } = entry;
  const isPassed = matchesName(Array.isArray(pass) ? pass.map(String) : []);
  const passed = Object.entries(env).flatMap(([name, value]) => (value !== undefined && isPassed(name) ? [[name, value] as const] : []));
  const own = isJsonObject(settings.env) ? filled(settings.env) : {};
  const connected = {
    ...settings,
    ...(settings.command !== undefined && { env: { ...Object.fromEntries(passed), ...own } }),
    ...(isJsonObject(settings.headers) && { headers: filled(settings.headers) }),
  };
  return missing.length > 0
    ? failed(`The server '${name}' needs ${[...new Set(missing)].join(", ")} in the environment.`)
    : found(connected);
}
