import { lstatSync, type Stats } from "node:fs";

/**
 * Returns the status of a path without following links; `undefined` if nothing exists there. Throws other errors of the
 * file system.
 */
export function lstatOrNone(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
