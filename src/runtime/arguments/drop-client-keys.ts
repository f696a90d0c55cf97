import type { Repair } from "../contract/repair.js";
import type { JsonObject } from "../json/json-value.js";
import { noteRepair } from "./note-repair.js";

/** Keys that Gemini CLI adds to every schema for its own use, and sends back. */
const clientKeys = ["wait_for_previous"];

/** Returns the keys that the client added for itself. */
export const clientKeysIn = (params: JsonObject, declared: readonly string[]): readonly string[] =>
  clientKeys.filter((key) => Object.hasOwn(params, key) && !declared.includes(key));

/** Drops what the client added for itself, unless the tool declares a parameter of that name. */
export function dropClientKeys(params: JsonObject, declared: readonly string[], repairs: Repair[] = []): JsonObject {
  const added = clientKeysIn(params, declared);
  if (added.length === 0) return params;
  for (const key of added) noteRepair(repairs, "host-key", [key]);
  return Object.fromEntries(Object.entries(params).filter(([key]) => !added.includes(key)));
}
