import { statSync } from "node:fs";
import { join } from "node:path";
import { baseOfGlob } from "../packages/picomatch.js";
import { insideFolder } from "./below-folder.js";
import { globList } from "./glob-list.js";
import { pathMeant } from "./path-meant.js";

/** More names of missing paths for one glob don't help the model. */
const mostTold = 5;

/**
 * Returns a sentence for each missing folder that a glob, or one of several in a list, is relative to: why it finds
 * nothing.
 */
export function missingPlaces(glob: string, folder: string): readonly string[] {
  const globs = globList(glob).wanted.filter((one) => globList(one).wanted.length === 1);
  return [...new Set(globs.flatMap((one) => missingPlace(one, folder)))].slice(0, mostTold);
}

function missingPlace(glob: string, folder: string): readonly string[] {
  const pattern = insideFolder(glob, folder) ?? "";
  const base = baseOfGlob(pattern);
  if (base === "" || [pattern, base].some((path) => !isMissing(join(folder, path)))) return [];
  const kind = base === pattern ? "file or folder" : "folder";
  const meant = pathMeant(base, { cwd: folder, kind })?.meant;
  return [meant === undefined ? `There is no ${base}.` : `There is no ${base}: did you mean ${meant}?`];
}

/** Returns true if a path is known to be missing. A path in an unreadable folder isn't reported. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
  }
}
