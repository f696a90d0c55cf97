import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { baseOfGlob, globsMatch } from "../packages/picomatch.js";
import { belowFolder, insideFolder } from "./below-folder.js";
import { globList } from "./glob-list.js";

export interface GlobMatcher {
  /** Returns true if a file matches, by its path below the folder. */
  readonly matches: (path: string) => boolean;
  /** Returns true if a folder may contain matching files. */
  readonly mayHold: (folder: string) => boolean;
}

interface MatchOptions {
  readonly nocase: boolean;
  /**
   * How a glob that names a folder is read: as all files below it, or only those directly in it. Without it, the glob
   * matches no files.
   */
  readonly inFolders?: "**" | "*";
  /** True if a glob without a slash matches names in any folder. */
  readonly byName?: boolean;
  /** True if globs that lead out of the folder are ignored instead of refused. */
  readonly dropsOutside?: boolean;
}

/** A glob over the paths below a folder, or several: in a list with commas, or in several lists that count together. */
export function globMatcher(globs: string | readonly string[], folder: string, options: MatchOptions): GlobMatcher {
  const list = globList(globs);
  const kept = (all: readonly string[]) => (options.dropsOutside ? all.filter((one) => insideFolder(one, folder) !== undefined) : all);
  const matchers = kept(list.wanted).map((one) => matcherOf(one, folder, options));
  const others = kept(list.unwanted).map((one) => takesOut(one, folder, options));
  const isOut = (path: string) => others.length > 0 && waysTo(path).some((way) => others.some((isMatch) => isMatch(way)));
  return {
    matches: (path) => matchers.some(({ matches }) => matches(path)) && !isOut(path),
    mayHold: (path) => matchers.some(({ mayHold }) => mayHold(path)) && !isOut(path),
  };
}

/**
 * Returns a matcher for a glob after `!`. As in ignore files, a glob without a slash matches names, and a folder
 * includes all below it.
 */
function takesOut(glob: string, folder: string, { nocase }: MatchOptions): (path: string) => boolean {
  const pattern = belowFolder(glob, folder).replace(/\/+$/, "");
  if (pattern === "") return () => true;
  const isMatch = globsMatch(pattern, { nocase, basename: !glob.replace(/\/+$/, "").includes("/") });
  return (path) => path === pattern || isMatch(path);
}

/** A path and its parent folders: `src`, `src/deep`, `src/deep/a.ts`. */
const waysTo = (path: string) => path.split("/").map((_, i, steps) => steps.slice(0, i + 1).join("/"));

/** A path that exists means itself, even if it contains `[` or `{`. */
function matcherOf(glob: string, folder: string, { nocase, inFolders, byName = false }: MatchOptions): GlobMatcher {
  const pattern = belowFolder(glob, folder);
  if (byName && !glob.includes("/") && !isFolder(join(folder, pattern)))
    return { matches: globsMatch(pattern, { nocase, basename: true }), mayHold: () => true };
  const fold = (path: string) => (nocase ? path.toLowerCase() : path);
  const full = join(folder, pattern);
  if (existsSync(full)) {
    const own = fold(relative(folder, full));
    if (inFolders !== undefined && isFolder(full)) return folderMatcher(own, { fold, inFolders });
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

interface FolderOptions {
  readonly fold: (path: string) => string;
  readonly inFolders: "**" | "*";
}

function folderMatcher(own: string, { fold, inFolders }: FolderOptions): GlobMatcher {
  const start = own === "" ? "" : `${own}/`;
  const isIn = (path: string) => path.startsWith(start) && (inFolders === "**" || !path.includes("/", start.length));
  const leads = (path: string) => leadsTo(path, own) && (inFolders === "**" || start.startsWith(`${path}/`));
  return { matches: (path) => isIn(fold(path)), mayHold: (path) => leads(fold(path)) };
}

/** Returns true if a folder is above another, is the same, or lies below it. */
const leadsTo = (folder: string, base: string) => base === "" || `${base}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${base}/`);

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
