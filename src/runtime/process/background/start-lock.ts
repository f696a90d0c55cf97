import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
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

/** Removes a stale lock, whose process is gone, and any other file in its place. */
export function removeAbandonedStartLock(folder: string): void {
  const path = lockOf(folder);
  const text = textOf(path);
  if (isHeld(text)) return;
  const aside = `${path}.${process.pid}`;
  try {
    // Two calls may find it: only one of them moves it away.
    renameSync(path, aside);
  } catch {
    return;
  }
  const taken = textOf(aside);
  rmSync(aside, { recursive: true, force: true });
  if (taken === undefined || taken === text) return;
  try {
    // The other call had already put its own lock there.
    symlinkSync(taken, path);
  } catch {
    // A third call holds it now.
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
