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
