import { createHash } from "node:crypto";

const longest = 64;

/**
 * A name that every provider's API takes (letters, digits, `_` and `-`, no digit or `-` first, at most 64 characters), as near to the given one as may be.
 * Of a name that is cut, its end gives way to a hash of the whole.
 */
export function safeName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").replace(/^(?=[0-9-]|$)/, "_");
  if (plain.length <= longest) return plain;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${plain.slice(0, longest - hash.length - 1)}_${hash}`;
}
