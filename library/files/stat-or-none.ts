import { type Stats, statSync } from "node:fs";

/**
 * `undefined` where nothing is, also because a file stands where a folder would have to. Throws what else the file
 * system says.
 */
export function statOrNone(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
