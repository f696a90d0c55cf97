import { diagnostic } from "../diagnostics/codes.js";
import type { Result } from "../diagnostics/diagnostic.js";
import { hasConflict } from "./conflict.js";

/** The version of the manifest's format, and of the journal's. */
export const recordVersion = 1;

/** Reads a file that a build wrote for the next one as a JSON object. */
export function readRecord(path: string, text: string): Result<Readonly<Record<string, unknown>> | undefined> {
  if (hasConflict(text)) return corruptRecord(path, "it contains the markers of a merge conflict");
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value, []] : corruptRecord(path, "it is not a JSON object");
  } catch {
    return corruptRecord(path, "it is not valid JSON");
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the error about such a file. `reason` is a clause. */
export function corruptRecord(path: string, reason: string): Result<undefined> {
  return [undefined, [diagnostic("corrupt-manifest", { path }, { path, reason })]];
}
