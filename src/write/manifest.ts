import { diagnostic } from "../diagnostics/codes.js";
import type { Result } from "../diagnostics/diagnostic.js";
import { isJson } from "../runtime/json/is-json.js";
import { hasConflict, readMergedManifest } from "./conflict.js";
import { isOutputPath } from "./output-path.js";

/**
 * A build's record: the version of toolgen, and the SHA-256 of every file that tools don't share, by its path below the
 * output folder.
 */
export interface Manifest {
  readonly toolgen: string;
  readonly files: Readonly<Record<string, string | null>>;
}

const recordVersion = 1;

/** Prints the manifest: the same text for the same files, in any order. */
export function printManifest({ toolgen, files }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: recordVersion, toolgen, files: sorted }, null, 2)}\n`;
}

/** Reads a manifest, which a merge may have made from both sides; `path` is relative to the project's root. */
export function parseManifest(path: string, text: string): Result<Manifest | undefined> {
  const merged = isJson(text) ? undefined : readMergedManifest(text);
  const [value, problems] = merged === undefined ? readObject(path, text) : [{ ...merged }, []];
  if (value === undefined) return [undefined, problems];
  const { version, toolgen, files }: Readonly<Record<string, unknown>> = value;
  if (typeof version === "number" && version > recordVersion) {
    const holes = { path, version: String(version), compiler: String(toolgen), known: String(recordVersion) };
    return [undefined, [diagnostic("newer-manifest", { path }, holes)]];
  }
  if (version !== recordVersion || typeof toolgen !== "string" || !isRecord(files))
    return corrupt(path, "it lacks `version`, `toolgen` or `files`");
  const bad = Object.keys(files).find((file) => !isOutputPath(file) || (typeof files[file] !== "string" && files[file] !== null));
  if (bad !== undefined) return corrupt(path, `${JSON.stringify(bad)} is not the path of an output`);
  return [{ toolgen, files: files as Manifest["files"] }, []];
}

/** The journal as a file: the paths that are about to be created. */
export function printJournal(paths: readonly string[]): string {
  return `${JSON.stringify({ version: recordVersion, creating: [...paths].sort() }, null, 2)}\n`;
}

/** Reads a journal. */
export function parseJournal(path: string, text: string): Result<readonly string[] | undefined> {
  const [value, problems] = readObject(path, text);
  if (value === undefined) return [undefined, problems];
  const { creating } = value;
  if (!Array.isArray(creating)) return corrupt(path, "it lacks `creating`");
  const bad = creating.find((file) => typeof file !== "string" || !isOutputPath(file));
  return bad === undefined ? [creating, []] : corrupt(path, `${JSON.stringify(bad)} is not the path of an output`);
}

function readObject(path: string, text: string): Result<Readonly<Record<string, unknown>> | undefined> {
  if (hasConflict(text)) return corrupt(path, "it contains the markers of a merge conflict");
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value, []] : corrupt(path, "it is not a JSON object");
  } catch {
    return corrupt(path, "it is not valid JSON");
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function corrupt(path: string, reason: string): Result<undefined> {
  return [undefined, [diagnostic("corrupt-manifest", { path }, { path, reason })]];
}
