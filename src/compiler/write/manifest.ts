import { createHash } from "node:crypto";
import type { Result } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { isJson } from "../../contract/json-text.js";
import { isOutputPath, type OutputFile } from "../output-file.js";

/**
 * A build's record: the version of toolgen, and the SHA-256 of every file that tools don't share, by its path below the
 * output folder.
 */
export interface Manifest {
  readonly toolgen: string;
  /** The name of the server, if only the folder has it: a clone may have another folder. */
  readonly server?: string | undefined;
  readonly files: Readonly<Record<string, string | null>>;
}

/** Prints the manifest: the same text for the same files, in any order. */
export function printManifest({ toolgen, server, files }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: recordVersion, toolgen, server, files: sorted }, null, 2)}\n`;
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

/** Returns true if a text contains an unresolved merge of Git's: both of its outer markers begin a line. */
export const hasConflict = (text: string): boolean => /^<{7} /m.test(text) && /^>{7} /m.test(text);

/** A line with which Git separates the two sides, or the base of both. */
const marker = /^(?:<{7} .*|\|{7} .*|={7}|>{7} .*)$/;

const head = /^\s*"(version|toolgen|server)": (\d+|"[^"\\]*"),?$/;
const entry = /^\s*("(?:[^"\\]|\\.)+"): ("[0-9a-f]*"|null),?$/;
const frame = /^\s*(?:\{|\}|"files": \{|)$/;

interface MergedManifest {
  readonly version: number;
  readonly toolgen: string;
  readonly files: Readonly<Record<string, unknown>>;
}

/**
 * Reads a manifest in which a merge left markers, or the lines of both sides without the commas between them. Returns
 * the entries of all sides: an extra one is harmless, because a build deletes only files that no spec produces. Returns
 * `undefined` if neither toolgen nor Git writes such a line.
 */
export function readMergedManifest(text: string): MergedManifest | undefined {
  const files: Record<string, unknown> = {};
  const found = { version: 0, toolgen: "" };
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ""] = head.exec(line) ?? [];
    const [, path, hash = ""] = entry.exec(line) ?? [];
    if (key === "version") found.version = Math.max(found.version, Number(value));
    else if (key === "toolgen") found.toolgen = value.slice(1, -1);
    else if (path !== undefined) files[JSON.parse(path)] = JSON.parse(hash);
    else if (!marker.test(line) && !frame.test(line)) return undefined;
  }
  return found.version === 0 || found.toolgen === "" ? undefined : { ...found, files };
}

/** A file for which it is known, without reading it, whether it has the expected content. */
interface KnownHash {
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

/** The version of the manifest's format, and of the journal's. */
const recordVersion = 1;

/** Reads a file that a build wrote for the next one as a JSON object. */
function readRecord(path: string, text: string): Result<Readonly<Record<string, unknown>> | undefined> {
  if (hasConflict(text)) return corruptRecord(path, "it contains the markers of a merge conflict");
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value, []] : corruptRecord(path, "it is not a JSON object");
  } catch {
    return corruptRecord(path, "it is not valid JSON");
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the error about such a file. `reason` is a clause. */
function corruptRecord(path: string, reason: string): Result<undefined> {
  return [undefined, [diagnostic("corrupt-manifest", { path }, { path, reason })]];
}

// The journal makes a build safe to kill. `applyPlan` writes it before the first new file and removes it after the
// manifest, so the next build (`planWrites`) finds in one of both every file that this one may have created.

/** The journal as a file: the paths that are about to be created. */
export function printJournal(paths: readonly string[]): string {
  return `${JSON.stringify({ version: recordVersion, creating: [...paths].sort() }, null, 2)}\n`;
}

/** Reads a journal. */
export function parseJournal(path: string, text: string): Result<readonly string[] | undefined> {
  const [value, problems] = readRecord(path, text);
  if (value === undefined) return [undefined, problems];
  const { creating } = value;
  if (!Array.isArray(creating)) return corruptRecord(path, "it lacks `creating`");
  const bad = creating.find((file) => typeof file !== "string" || !isOutputPath(file));
  return bad === undefined ? [creating, []] : corruptRecord(path, `${JSON.stringify(bad)} is not the path of an output`);
}
