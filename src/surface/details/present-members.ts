import type { JsonValue } from "../../runtime/json/json-value.js";
import type { Details } from "../surface.js";

/** The members that have a value, under keys that begin with a prefix: `output.` and `format`. */
export function presentMembers(prefix: string, members: Readonly<Record<string, JsonValue | undefined>>): Details {
  const present = Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[`${prefix}${key}`, value] as const]));
  return Object.fromEntries(present);
}
