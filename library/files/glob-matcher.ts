import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { ToolError } from "toolgen/runtime";
import { baseOfGlob, globsMatch } from "../packages/picomatch.js";

export interface GlobMatcher {
  /** Whether a file matches, by its path below the folder. */
  readonly matches: (path: string) => boolean;
  /** Whether a folder may hold files that match. */
  readonly mayHold: (folder: string) => boolean;
}

/** A glob over the paths below a folder. One that names a file which is there means that file, whatever `[` or `{` it holds. */
export function globMatcher(glob: string, folder: string, { nocase }: { readonly nocase: boolean }): GlobMatcher {
  const pattern = belowFolder(glob, folder);
  const fold = (path: string) => (nocase ? path.toLowerCase() : path);
  if (existsSync(join(folder, pattern))) {
    const own = fold(pattern);
    return { matches: (path) => fold(path) === own, mayHold: (path) => own.startsWith(`${fold(path)}/`) };
  }
  const base = fold(baseOfGlob(pattern));
  const isMatch = globsMatch(pattern, { nocase });
  const isDeep = /\*\*|[({]/.test(pattern);
  const depth = pattern.split("/").length;
  return {
    matches: (path) => isMatch(path),
    mayHold: (path) => (isDeep || path.split("/").length < depth) && leadsTo(fold(path), base),
  };
}

/** Whether a folder is on the way to another, is it, or lies below it. */
const leadsTo = (folder: string, base: string) => base === "" || `${base}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${base}/`);

/** The glob as it counts from the folder. */
function belowFolder(glob: string, folder: string): string {
  const pattern = isAbsolute(glob) ? relative(folder, glob) : glob.replace(/^(?:\.\/)+/, "");
  if (!pattern.split("/").includes("..")) return pattern;
  throw new ToolError(`The glob '${glob}' leads out of ${folder}: write one that counts from that folder, or give another folder.`);
}
