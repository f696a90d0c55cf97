import type { JsonValue } from "../json/json-value.js";

/**
 * Converts a value to the text of an argument: strings unchanged, integers in plain digits, other numbers as in JSON.
 */
export function valueText(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value);
}

/** Joins the elements to one text; `undefined` if there are none. */
export function joinText(value: JsonValue | undefined, separator: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const elements = (Array.isArray(value) ? value : [value]).filter((element) => element !== null);
  return elements.length === 0 ? undefined : elements.map(valueText).join(separator);
}
