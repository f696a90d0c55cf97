import { temporarySuffix } from "../host.js";
import { isGitFolder } from "../runtime/paths/git-folder.js";

/** Lists the files that a build wrote: only these may ever be replaced or deleted. */
export const manifestFile = ".toolgen-manifest.json";

/** Lists the files that a build is about to create. It exists while a build writes, and after one that was killed. */
export const journalFile = ".toolgen-journal.json";

/**
 * Returns true if a path stays below the output folder lexically and isn't one of a build's own files. Manifests come
 * from a repository and name files to delete, so they are checked like any other input.
 */
export function isOutputPath(path: string): boolean {
  if (path === manifestFile || path === journalFile || path.endsWith(temporarySuffix)) return false;
  return !/[\0\\]|^[A-Za-z]:/.test(path) && path.split("/").every(isOutputName);
}

/** A manifest comes with a repository: it must not delete Git's own files. */
const isOutputName = (part: string) => part !== "" && part !== "." && part !== ".." && !isGitFolder(part);

/** The folder of a path; the output folder is `""`. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The last segment of a path. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** All folders of a path, the output folder (`""`) first. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_, i) => parts.slice(0, i + 1).join("/"))];
}
