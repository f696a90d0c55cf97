import { createHash } from "node:crypto";

const longestNameChars = 64;

/**
 * Returns a name that every provider's API accepts (letters, digits, `_` and `-`, no digit or `-` first, at most 64
 * characters), as close to the given one as possible. A name that is too long ends with a hash of the whole.
 */
export function safeName(name: string): string {
  const sanitized = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").replace(/^(?=[0-9-]|$)/, "_");
  if (sanitized.length <= longestNameChars) return sanitized;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${sanitized.slice(0, longestNameChars - hash.length - 1)}_${hash}`;
}
