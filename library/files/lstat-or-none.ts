import { lstatSync, type Stats } from "node:fs";

/** What is at a path itself, links not followed; `undefined` where nothing is. Throws what else the file system says. */
export function lstatOrNone(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
