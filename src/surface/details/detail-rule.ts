import type { JsonValue } from "../../runtime/json/json-value.js";
import type { NamelessChange } from "../change.js";

/** A setting whose value isn't the same any more. `undefined`: the spec has none. */
export interface ChangedDetail {
  readonly key: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Returns what the change of a setting means. */
export type DetailRule = (changed: ChangedDetail) => readonly NamelessChange[];

export const isPresent = (value: JsonValue | undefined): boolean => value !== undefined && value !== false;

/** The name in a map: `p` in `paths.p`; for any other key, the key. */
export const nameIn = (key: string): string => (key.includes(".") ? key.slice(key.indexOf(".") + 1) : key);
