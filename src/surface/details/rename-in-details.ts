import type { JsonValue } from "../../runtime/json/json-value.js";
import { isArray } from "../../runtime/json/selector.js";
import type { Details } from "../surface.js";

/** Settings whose keys end in the selector of a parameter. */
const mapsOfParameters = ["data.", "allowLeadingDash.", "paths.", "weakAliases.", "elicit.", "code."];

/** Renames a parameter in the keys and values of settings. Hashes stay: a text that names it has changed. */
export function renameInDetails(details: Details, selector: (given: string) => string): Details {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [renamedKey(key, selector), renamedValue(key, value, selector)]));
}

function renamedKey(key: string, selector: (given: string) => string): string {
  const map = mapsOfParameters.find((prefix) => key.startsWith(prefix));
  return map === undefined ? key : map + selector(key.slice(map.length));
}

function renamedValue(key: string, value: JsonValue, selector: (given: string) => string): JsonValue {
  if (key === "guard.param") return selector(String(value));
  if (key !== "locations" || !isArray(value)) return value;
  return value.map((place) => (isArray(place) ? place.map((one) => selector(String(one))) : place));
}
