import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/** No process holds a lock this long. An older lock is stale: a killed process left it. */
const oldestMs = 60_000;

/** A lock that is held. */
export interface LineFileLock {
  /**
   * Returns true if this process still holds the lock. Another process may have taken over a lock that was held too
   * long.
   */
  readonly isOwn: () => boolean;
  readonly release: () => void;
}

/**
 * Takes the lock, which is a file of this name, or returns `undefined` at once if another process holds it. Never
 * waits.
 */
export function tryLineFileLock(path: string): LineFileLock | undefined {
  const mark = `${process.pid} ${randomBytes(8).toString("hex")}\n`;
  removeAbandoned(path, mark);
  try {
    writeFileSync(path, mark, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    // A full disk leaves an empty file, which nothing would release.
    rmSync(path, { force: true });
    throw error;
  }
  const isOwn = () => readOr(path) === mark;
  return {
    isOwn,
    release: () => {
      if (isOwn()) rmSync(path, { force: true });
    },
  };
}

function removeAbandoned(path: string, mark: string): void {
  try {
    // After the clock was set back, its time may also be in the future.
    if (Math.abs(Date.now() - statSync(path).mtimeMs) < oldestMs) return;
    // If two processes find it, one moves it away. If that was the other's new lock, the other notices before it
    // changes anything.
    const aside = `${path}.${mark.trim().replace(" ", "-")}`;
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch {
    // The file is missing, or another process has removed it.
  }
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
