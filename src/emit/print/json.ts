import type { JsonValue } from "../../runtime/json.js";

/** JSON as files hold it: two spaces deep, a final newline. */
export function printJson(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON array with one element a line: compact for machines, and a change of one tool is one line of a diff. */
export function printJsonLines(values: readonly JsonValue[]): string {
  return values.length === 0 ? "[]\n" : `[\n${values.map((value) => JSON.stringify(value)).join(",\n")}\n]\n`;
}
