/** Names that mean something else in a template. */
const reservedNames = [
  "this",
  "true",
  "false",
  "null",
  "undefined",
  "if",
  "each",
  "else",
  "unless",
  "join",
  "json",
  "eq",
  "as",
  "constructor",
];

/** Returns a placeholder for a parameter, or for a property of it. */
export function placeholder(...path: readonly string[]): string {
  return `{{${path.map(writtenName).join(".")}}}`;
}

/** Returns a parameter's name as it is written in a block or a helper. */
export const writtenName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.includes(name) ? name : `[${name}]`;

/** Returns an author's text with its braces escaped. */
export const constantText = (text: string): string => text.replaceAll("{{", "\\{{");
