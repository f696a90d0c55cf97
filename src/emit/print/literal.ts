const widest = 140;

/**
 * Plain data as a JavaScript expression (and, on one line, as a TypeScript type). On one line if it fits there; `indent` is where the line that it
 * stands in begins. A member that is `undefined` is left out. `__proto__` becomes a key like any other, which in a literal takes brackets.
 */
export function literal(value: unknown, indent = ""): string {
  const line = inline(value);
  if (indent.length + line.length <= widest || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((element) => `${inner}${literal(element, inner)},\n`).join("")}${indent}]`;
  const members = membersOf(value).map(([key, member]) => `${inner}${propertyKey(key)}: ${literal(member, inner)},\n`);
  return `{\n${members.join("")}${indent}}`;
}

/** On one line, whatever its length. */
export function inline(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  const members = membersOf(value).map(([key, member]) => `${propertyKey(key)}: ${inline(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The key of a member: a bare word where that is one. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A text in double quotes. What a reader of the file could not see, or would see out of order, is escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, escapeCode);
}

const escapeCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Written down and read again, a member that is `undefined` is gone: what is printed must not depend on that. */
const membersOf = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined);
