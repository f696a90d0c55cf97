import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { wait } from "../call/wait.js";
import type { Count } from "./count.js";
import { tryLock } from "./lock.js";
import { allCounts, removeCounts } from "./rotate.js";

/** How long it is waited for a process that is adding up: a second, for that takes some milliseconds. */
const tries = 100;

/** All that was counted in a file, the most frequent first; nothing where there is no file. Throws what the file system says. */
export function readStatistics(path: string): readonly Count[] {
  return locked(path, () => allCounts(path)) ?? [];
}

/** Forgets all that was counted in a file. */
export function clearStatistics(path: string): void {
  locked(path, () => removeCounts(path));
}

function locked<T>(path: string, act: () => T): T | undefined {
  if (!existsSync(dirname(path))) return undefined;
  for (let left = tries; ; left--) {
    const lock = tryLock(`${path}.lock`);
    if (lock === undefined && left > 0) {
      wait(10);
      continue;
    }
    try {
      return act();
    } finally {
      lock?.release();
    }
  }
}
