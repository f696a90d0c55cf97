import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { IsExcluded } from "./ignore-rules.js";
import { isBelow } from "./is-below.js";

export interface WalkOptions {
  /** The workspace: links to files that lie outside of it are left out. Links to folders are never followed. */
  readonly cwd: string;
  readonly isExcluded: IsExcluded;
  /** Returns true if the walk looks for a file, by its path below the walked folder. */
  readonly matches: (path: string) => boolean;
  /** Returns true if a folder may contain matching files. */
  readonly mayHold: (folder: string) => boolean;
  /** True if `node_modules` and similar folders are walked too. */
  readonly entersAll?: boolean;
  readonly signal: AbortSignal;
}

/** Folders that hold what others made, which hardly anybody searches. */
const seldomEntered = new Set(["node_modules", "bower_components", ".svn", ".hg"]);

/** The files below a folder that match, by their paths from there with `/` between the steps, in no special order. */
export async function walk(root: string, options: WalkOptions): Promise<readonly string[]> {
  const { isExcluded, signal } = options;
  const isWanted = wantedBy(root, options);
  const files: string[] = [];
  const folders = [""];
  let walked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // What ignore files say is asked last: it takes the longest to find out.
      if (isWanted(path, entry) && !isExcluded(join(root, path), entry.isDirectory())) (entry.isDirectory() ? folders : files).push(path);
    }
    // So that a call that is cancelled ends.
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
    // What may not be read has nothing to find.
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
