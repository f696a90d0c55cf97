import { diagnostic } from "../diagnostics/codes.js";
import type { Result } from "../diagnostics/diagnostic.js";
import { isJson } from "../runtime/json/is-json.js";
import { readMergedManifest } from "./conflict.js";
import { isOutputPath } from "./output-path.js";
import { corruptRecord, isRecord, readRecord, recordVersion } from "./read-record.js";

/**
 * A build's record: the version of toolgen, and the SHA-256 of every file that tools don't share, by its path below the
 * output folder.
 */
export interface Manifest {
  readonly toolgen: string;
  readonly files: Readonly<Record<string, string | null>>;
}

/** Prints the manifest: the same text for the same files, in any order. */
export function printManifest({ toolgen, files }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: recordVersion, toolgen, files: sorted }, null, 2)}\n`;
}

/** Reads a manifest, which a merge may have made from both sides; `path` is relative to the project's root. */
export function parseManifest(path: string, text: string): Result<Manifest | undefined> {
  const merged = isJson(text) ? undefined : readMergedManifest(text);
  const [value, problems] = merged === undefined ? readRecord(path, text) : [{ ...merged }, []];
  if (value === undefined) return [undefined, problems];
  const { version, toolgen, files }: Readonly<Record<string, unknown>> = value;
  if (typeof version === "number" && version > recordVersion) {
    const holes = { path, version: String(version), compiler: String(toolgen), known: String(recordVersion) };
    return [undefined, [diagnostic("newer-manifest", { path }, holes)]];
  }
  if (version !== recordVersion || typeof toolgen !== "string" || !isRecord(files))
    return corruptRecord(path, "it lacks `version`, `toolgen` or `files`");
  const bad = Object.keys(files).find((file) => !isOutputPath(file) || (typeof files[file] !== "string" && files[file] !== null));
  if (bad !== undefined) return corruptRecord(path, `${JSON.stringify(bad)} is not the path of an output`);
  return [{ toolgen, files: files as Manifest["files"] }, []];
}
