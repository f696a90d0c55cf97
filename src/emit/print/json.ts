import type { JsonValue } from "../../runtime/json/json-value.js";

/** JSON as files contain it: indented by two spaces, with a final newline. */
export function printJson(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON array of printed elements, one a line: compact, and a change of one tool is one line of a diff. */
export function printJsonLines(elements: readonly string[]): string {
  return elements.length === 0 ? "[]\n" : `[\n${elements.join(",\n")}\n]\n`;
}
