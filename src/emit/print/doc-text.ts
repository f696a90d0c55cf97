/**
 * Text of a spec for the inside of a JSDoc comment: nothing in it ends the comment, begins a tag, or is invisible. Line
 * breaks stay, except for empty lines at either end.
 */
export function docText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll("\t", "  ")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu, "\ufffd")
    .replaceAll("*/", "*\\/")
    .replace(/(^|[\s*])@/gm, "$1\\@")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}

/** Text of a spec as a whole comment. */
export function docComment(text: string): string {
  const lines = docText(text).split("\n");
  return lines.length === 1 ? `/** ${lines[0]} */` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}
