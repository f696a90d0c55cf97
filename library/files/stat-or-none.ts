import { type Stats, statSync } from "node:fs";

/**
 * Returns `undefined` if nothing exists at a path, also because one of its parent folders is a file. Throws other
 * errors of the file system.
 */
export function statOrNone(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
