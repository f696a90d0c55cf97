import type { JsonObject } from "../json.js";

/** Keys that clients add to every schema for their own use and send back (contracts/gemini-cli.md § Discovery). */
const hostKeys = ["wait_for_previous"];

/** Drops what the client added for itself, unless the tool declares a parameter of that name. */
export function withoutHostKeys(params: JsonObject, declared: readonly string[]): JsonObject {
  const added = hostKeys.filter((key) => Object.hasOwn(params, key) && !declared.includes(key));
  if (added.length === 0) return params;
  return Object.fromEntries(Object.entries(params).filter(([key]) => !added.includes(key)));
}
