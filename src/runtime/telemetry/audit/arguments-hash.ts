import { createHash } from "node:crypto";

/**
 * Returns the SHA-256, in hexadecimal, of a value as canonical JSON: keys sorted by their UTF-16 code units, no white
 * space, numbers and texts as JavaScript prints them (RFC 8785). Returns `undefined` if the value isn't JSON, or is
 * nested too deeply.
 */
export function argumentsHash(value: unknown): string | undefined {
  try {
    return createHash("sha256")
      .update(canonical(JSON.parse(JSON.stringify(value))))
      .digest("hex");
  } catch {
    return undefined;
  }
}

/** Built by hand, because JavaScript objects list keys that look like numbers first. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
