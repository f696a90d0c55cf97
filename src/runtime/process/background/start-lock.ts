import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { type LineFileLock, tryLineFileLock } from "../../line-file/line-file-lock.js";
import { processStart } from "./process-start.js";

/**
 * Takes the right to start a program in a folder, which one call has at a time; `false`: another call has it. The lock
 * is a symbolic link whose text names the process that holds it. So it never exists without its text, even if the disk
 * is full, and no file is opened.
 */
export function takeStartLock(folder: string): boolean {
  const path = lockOf(folder);
  try {
    symlinkSync(holder(), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  removeAbandonedStartLock(folder);
  return false;
}

/** Returns true if a call is starting a program there. */
export const isStartLocked = (folder: string): boolean => isHeld(textOf(lockOf(folder)));

/** Releases a lock of this process. */
export function releaseStartLock(folder: string): void {
  if (textOf(lockOf(folder)) === holder()) rmSync(lockOf(folder), { force: true });
}

/**
 * Removes a stale lock, whose process is gone, and any other file in its place. One process at a time may do so, and no
 * process replaces a lock that exists, so a lock that another call has just put there is never removed.
 */
export function removeAbandonedStartLock(folder: string): void {
  const path = lockOf(folder);
  if (!isAbandoned(path)) return;
  const right = tryRight(`${path}.right`);
  if (right === undefined) return;
  try {
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  } finally {
    right.release();
  }
}

/**
 * Returns true for a lock whose process is gone, and for any other file. It is read once, because a lock may be
 * released.
 */
function isAbandoned(path: string): boolean {
  try {
    return !isHeld(readlinkSync(path));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EINVAL";
  }
}

/** On a full disk nothing can be removed, and nothing can be started either. */
function tryRight(path: string): LineFileLock | undefined {
  try {
    return tryLineFileLock(path);
  } catch {
    return undefined;
  }
}

const lockOf = (folder: string) => `${folder}.lock`;

const holder = () => `${process.pid} ${processStart(process.pid)}`;

function isHeld(text: string | undefined): boolean {
  const [, pid, start] = /^([1-9]\d*) (.+)$/.exec(text ?? "") ?? [];
  return pid !== undefined && processStart(Number(pid)) === start;
}

function textOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
