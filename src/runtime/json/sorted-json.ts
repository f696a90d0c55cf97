import { isJsonObject, type JsonValue } from "./json-value.js";

/** JSON text with sorted keys: equal for values that differ only in the order of their keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(sorted(value as JsonValue));

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member as JsonValue)]));
}
