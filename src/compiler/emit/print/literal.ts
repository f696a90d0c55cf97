import { printable } from "../../../contract/display-text.js";
import type { JsonValue } from "../../../contract/json-value.js";

const widest = 140;

/**
 * Prints plain data as a JavaScript expression (and, on one line, as a TypeScript type). On one line if it fits. A
 * member that is `undefined` is left out. `__proto__` becomes an ordinary key, which in a literal requires brackets.
 */
export function literal(value: unknown): string {
  return layOut(value, "", new Map());
}

/** On one line, whatever its length. */
export function inline(value: unknown): string {
  return line(value, new Map());
}

/** The parts of a value, by line. Each is printed once, at any depth. */
type Lines = Map<object, string>;

function layOut(value: unknown, indent: string, lines: Lines): string {
  const whole = line(value, lines);
  if (indent.length + whole.length <= widest || typeof value !== "object" || value === null) return whole;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((element) => `${inner}${layOut(element, inner, lines)},\n`).join("")}${indent}]`;
  const members = membersOf(value).map(([key, member]) => `${inner}${propertyKey(key)}: ${layOut(member, inner, lines)},\n`);
  return `{\n${members.join("")}${indent}}`;
}

function line(value: unknown, lines: Lines): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const cached = lines.get(value);
  if (cached !== undefined) return cached;
  const printed = Array.isArray(value) ? `[${value.map((element) => line(element, lines)).join(", ")}]` : objectLine(value, lines);
  lines.set(value, printed);
  return printed;
}

function objectLine(value: object, lines: Lines): string {
  const members = membersOf(value).map(([key, member]) => `${propertyKey(key)}: ${line(member, lines)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The key of a member: unquoted if that is valid. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A text in double quotes. Invisible characters, and those that change the writing direction, are escaped. */
export function quoted(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** Code whose invisible characters are all inside strings, with each of them escaped. */
export function escapeInvisible(code: string): string {
  return code.replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, escapeCode);
}

const escapeCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Normalizes through JSON: a member that is `undefined` disappears, and the output must not depend on that. */
const membersOf = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined);

/** JSON as files contain it: indented by two spaces, with a final newline. */
export function printJson(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON array of printed elements, one a line: compact, and a change of one tool is one line of a diff. */
export function printJsonLines(elements: readonly string[]): string {
  return elements.length === 0 ? "[]\n" : `[\n${elements.join(",\n")}\n]\n`;
}

/** A TOML basic string. JSON's escapes are valid in TOML, except for characters that TOML escapes differently. */
export function tomlString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("\x7f", "\\u007f");
}

/** A comment up to the end of its line, which `text` can't end: TOML allows no control character in it either. */
export function tomlComment(text: string): string {
  return `# ${printable(text)}`;
}

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

/** Text for a line comment, without the characters that would end the line. */
export const inLineComment = (text: string): string => text.replace(/[\r\n\u2028\u2029]/g, " ");

const origin = (source: string) => `// @generated by toolgen${source === "" ? "" : ` from ${inLineComment(source)}`}. Do not edit.`;

/**
 * The first lines of a generated TypeScript module: its origin, and what Prettier, ESLint, Biome and programs that
 * measure coverage obey.
 */
export const moduleHeader = (source = ""): string =>
  [
    // Prettier reads only a comment that begins the file.
    `/** @noprettier */ ${origin(source)}`,
    "/* eslint-disable */ /* istanbul ignore file */ /* c8 ignore start */ /* node:coverage disable */",
    ...["lint", "format", "assist"].map((category) => `// biome-ignore-all ${category}: generated`),
  ].join("\n");

/**
 * The first lines of a generated script, which `scripts/assets/bundle.mjs` has too: TypeScript's `checkJs` obeys the
 * second.
 */
export const scriptHeader = (source = ""): string => [origin(source), "// @ts-nocheck", "/* eslint-disable */"].join("\n");
