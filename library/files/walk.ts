import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { IsExcluded } from "./ignore-rules.js";
import { isBelow } from "./is-below.js";

export interface WalkOptions {
  /** The workspace: links to files that lie outside of it are left out. Links to folders are never followed. */
  readonly cwd: string;
  readonly isExcluded: IsExcluded;
  /** Whether a folder, by its path below the one that is walked, may hold what is looked for. */
  readonly mayHold?: (folder: string) => boolean;
  /** Whether `node_modules` and its like are walked too. */
  readonly entersAll?: boolean;
  readonly signal: AbortSignal;
}

/** Folders that hold what others made, which hardly anybody searches. */
const seldomEntered = new Set(["node_modules", "bower_components", ".svn", ".hg"]);

/** The files below a folder, by their paths from there with `/` between the steps, in no special order. */
export async function walk(
  root: string,
  { cwd, isExcluded, mayHold = () => true, entersAll = false, signal }: WalkOptions,
): Promise<readonly string[]> {
  const top = realpathSync(cwd);
  const files: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const full = join(root, path);
      const isWanted = entry.isDirectory()
        ? (entersAll || !seldomEntered.has(entry.name)) && mayHold(path)
        : entry.isFile() || (entry.isSymbolicLink() && leadsToFile(full, top));
      if (isWanted && !isExcluded(full, entry.isDirectory())) (entry.isDirectory() ? folders : files).push(path);
    }
    // So that a call that is cancelled ends.
    if (folders.length % 100 === 0) await setImmediate();
    signal.throwIfAborted();
  }
  return files;
}

function entriesOf(folder: string) {
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
