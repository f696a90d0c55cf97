import type { Result } from "../diagnostics/diagnostic.js";
import { isOutputPath } from "./output-path.js";
import { corruptRecord, readRecord, recordVersion } from "./read-record.js";

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
