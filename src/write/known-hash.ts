import { createHash } from "node:crypto";
import type { OutputFile } from "../emit/output-file.js";
import type { Manifest } from "./manifest.js";

/** A file of which it is known, without reading it, whether it holds what it is to hold. */
export interface Told {
  readonly state: "same" | "different";
  /** The SHA-256 of what it holds, in hex. */
  readonly holds: string;
}

/**
 * Tells of a file what the manifest says, where nobody has touched it since: it is the same if its hash is. `undefined` where only reading it can tell. A remembered hash is
 * only believed where it agrees with the manifest's, and never gets into another.
 */
export function knownHash(
  file: OutputFile,
  { manifest, isUntouched }: { readonly manifest: Manifest; readonly isUntouched: (path: string) => boolean },
): Told | undefined {
  const holds = manifest.files[file.path];
  if (holds == null || !isUntouched(file.path)) return undefined;
  return { state: (file.sha256 ?? sha256(file.text)) === holds ? "same" : "different", holds };
}

/** A text's hash, as manifests have it. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
