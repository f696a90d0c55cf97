import type { JsonValue } from "../json/json-value.js";

/** A value as an argument has it: strings as they are, integers in plain digits, other numbers as in JSON. */
export function valueText(value: JsonValue): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value);
}

/** The elements in one text; `undefined` if there are none. */
export function joinText(value: JsonValue | undefined, separator: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const elements = (Array.isArray(value) ? value : [value]).filter((element) => element !== null);
  return elements.length === 0 ? undefined : elements.map(valueText).join(separator);
}
