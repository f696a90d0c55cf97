import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { baseOfGlob, globsMatch } from "../packages/picomatch.js";
import { belowFolder } from "./below-folder.js";
import { globList } from "./glob-list.js";

export interface GlobMatcher {
  /** Whether a file matches, by its path below the folder. */
  readonly matches: (path: string) => boolean;
  /** Whether a folder may hold files that match. */
  readonly mayHold: (folder: string) => boolean;
}

interface MatchOptions {
  readonly nocase: boolean;
  /** What a glob that names a folder means: all files below it, or those that lie in it. Without it, none. */
  readonly inFolders?: "**" | "*";
  /** Whether a glob without a slash is about names, wherever they are. */
  readonly byName?: boolean;
}

/** A glob over the paths below a folder, or several in a list with commas. */
export function globMatcher(glob: string, folder: string, options: MatchOptions): GlobMatcher {
  const { wanted, unwanted } = globList(glob);
  const matchers = wanted.map((one) => matcherOf(one, folder, options));
  const { nocase } = options;
  const others = unwanted.map((one) => globsMatch(belowFolder(one, folder) || "**", { nocase, basename: !one.includes("/") }));
  return {
    matches: (path) => matchers.some(({ matches }) => matches(path)) && !others.some((isMatch) => isMatch(path)),
    mayHold: (path) => matchers.some(({ mayHold }) => mayHold(path)),
  };
}

/** One that names what is there means that, whatever `[` or `{` it holds. */
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

/** Whether a folder is on the way to another, is it, or lies below it. */
const leadsTo = (folder: string, base: string) => base === "" || `${base}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${base}/`);

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
