import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sleepSync } from "../../contract/time-limit.js";
import { tryLineFileLock } from "../line-file.js";

/** By then, a process that had the file open when it was rotated has finished writing. */
const quietMs = 2000;

/** How long to wait for a process that holds the file: a second, because it needs only milliseconds. */
const tries = 100;

/**
 * Rotates a file that is larger than `limit`, as a segment. Concurrent writes end up in one of the two. The caller must
 * hold the lock.
 */
export function putAside(path: string, limit: number): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limit)
    renameSync(path, `${path}.${Date.now()}-${randomBytes(4).toString("hex")}`);
}

/** Returns the rotated parts of a file, the oldest first, as absolute paths. */
export function segments(path: string): readonly string[] {
  const own = `${basename(path)}.`;
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(own));
  const aside = names.filter((name) => /^\d+-[0-9a-f]{8}$/.test(name.slice(own.length)));
  return aside.toSorted().map((name) => join(dirname(path), name));
}

/**
 * Returns true if no process writes to a segment any more. After the clock was set back, its time may be in the future.
 */
export const isQuiet = (path: string) => Math.abs(Date.now() - statSync(path).mtimeMs) > quietMs;

/** The lines of a file; none if it doesn't exist. */
export function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Runs a function while the file and its segments can't be moved; returns `undefined` if not even the folder exists.
 */
export function undisturbed<T>(path: string, act: () => T): T | undefined {
  if (!existsSync(dirname(path))) return undefined;
  for (let remaining = tries; ; remaining--) {
    const lock = tryLineFileLock(`${path}.lock`);
    if (lock === undefined && remaining > 0) {
      sleepSync(10);
      continue;
    }
    try {
      return act();
    } finally {
      lock?.release();
    }
  }
}
