import { countSpaces, escapeControl } from "./escape-control.js";

/** Shows a value so that it can't be mistaken for several, or for the words around it. */
const bare = /^[\p{L}\p{N}_@%+=:~./#-]+$/u;

/**
 * Shows a value, such as a path, so that it is recognisably one value on one line: in quotes, unless it consists of
 * letters, digits and the punctuation of paths. In quotes, `"`, `\`, line breaks and tabs are escaped as in JSON.
 */
export function visibleValue(value: string): string {
  if (bare.test(value)) return value;
  const escaped = value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return `"${escapeControl(countSpaces(escaped))}"`;
}
