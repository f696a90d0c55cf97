import { createHash } from "node:crypto";
import type { OutputFile } from "../emit/output-file.js";
import type { Manifest } from "./manifest.js";

/** A file for which it is known, without reading it, whether it has the expected content. */
export interface KnownHash {
  readonly state: "same" | "different";
  /** The SHA-256 of its content, in hex. */
  readonly holds: string;
}

/**
 * Compares a file with its hash in the manifest, if the file hasn't been touched since. Returns `undefined` if the file
 * must be read. A cached hash counts only if it agrees with the manifest's.
 */
export function knownHash(
  file: OutputFile,
  { manifest, isUntouched }: { readonly manifest: Manifest; readonly isUntouched: (path: string) => boolean },
): KnownHash | undefined {
  const holds = manifest.files[file.path];
  if (holds == null || !isUntouched(file.path)) return undefined;
  return { state: (file.sha256 ?? sha256(file.text)) === holds ? "same" : "different", holds };
}

/** A text's hash, as manifests have it. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
