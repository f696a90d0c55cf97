import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ExcludedIn } from "./ignore-rules.js";
import { isBelow } from "./is-below.js";

export interface WalkOptions {
  /** The workspace: links to files outside of it are left out. Links to folders are never followed. */
  readonly cwd: string;
  readonly excludedIn: ExcludedIn;
  /** Returns true if the walk looks for a file, by its path below the walked folder. */
  readonly matches: (path: string) => boolean;
  /** Returns true if a folder may contain matching files. */
  readonly mayHold: (folder: string) => boolean;
  /** True if `node_modules` and similar folders are walked too. */
  readonly entersAll?: boolean;
  readonly signal: AbortSignal;
}

/** Folders with other people's files, which are hardly ever searched. */
const seldomEntered = new Set(["node_modules", "bower_components", ".svn", ".hg"]);

/** The matching files below a folder, by their relative paths with `/` between the steps, in no special order. */
export async function walk(root: string, options: WalkOptions): Promise<readonly string[]> {
  const { excludedIn, signal } = options;
  const isWanted = wantedBy(root, options);
  const files: string[] = [];
  const folders = [""];
  let walked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const full = join(root, folder);
    const entries = entriesOf(full);
    const isExcluded = excludedIn(
      full,
      entries.some(({ name }) => name === ".gitignore"),
    );
    for (const entry of entries) {
      const { name } = entry;
      const path = folder === "" ? name : `${folder}/${name}`;
      const isFolder = entry.isDirectory();
      // Ignore files are checked last, because that takes the longest.
      if (isWanted(path, entry) && !isExcluded(name, isFolder)) (isFolder ? folders : files).push(path);
    }
    // Yields, so that a cancelled call ends.
    if (++walked % 100 === 0) await setImmediate();
    signal.throwIfAborted();
  }
  return files;
}

function wantedBy(root: string, { cwd, matches, mayHold, entersAll = false }: WalkOptions) {
  const top = realpathSync(cwd);
  return (path: string, entry: Dirent): boolean => {
    if (entry.isDirectory()) return (entersAll || !seldomEntered.has(entry.name)) && mayHold(path);
    return matches(path) && (entry.isFile() || (entry.isSymbolicLink() && leadsToFile(join(root, path), top)));
  };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // An unreadable folder has nothing to find.
    return [];
  }
}

function leadsToFile(link: string, top: string): boolean {
  try {
    const real = realpathSync(link);
    return isBelow(real, top) && statSync(real).isFile();
  } catch {
    return false;
  }
}
