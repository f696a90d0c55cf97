import { createHash } from "node:crypto";

const digests = new WeakMap<Uint8Array, string>();

/** Returns the SHA-256 of bytes that never change, in base64: once for the same object. */
export function digestOf(bytes: Uint8Array): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(bytes).digest("base64");
  digests.set(bytes, digest);
  return digest;
}
