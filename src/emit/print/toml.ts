import { printable } from "../../diagnostics/printable.js";

/** A TOML basic string. JSON's escapes are valid in TOML, except for characters that TOML escapes differently. */
export function tomlString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("\x7f", "\\u007f");
}

/** A comment up to the end of its line, which `text` can't end: TOML allows no control character in it either. */
export function tomlComment(text: string): string {
  return `# ${printable(text)}`;
}
