import { createHash, randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { hasEnded, processSpace, processStat } from "../io/process-stat.js";

/**
 * No process holds a lock this long. An older lock is abandoned, also if its process can't be seen from here because it
 * is of another machine or container.
 */
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
 * Takes the lock, which is a symbolic link of this name, or returns `undefined` at once if another process holds it.
 * Never waits. The link's text names the process, so the lock of a process that has ended is taken over, by one process
 * alone. There is never a lock without its text, however a process is killed.
 */
export function tryLineFileLock(path: string): LineFileLock | undefined {
  const mark = ownMark();
  if (!acquire(path, mark)) return undefined;
  const isOwn = () => read(path)?.text === mark;
  return {
    isOwn,
    release: () => {
      if (isOwn()) rmSync(path, { force: true });
    },
  };
}

/** Names this process, and this lock among all that there ever are. */
const ownMark = () => `${process.pid} ${processStat(process.pid)?.start} ${randomBytes(8).toString("hex")} ${processSpace()}`;

const acquire = (path: string, mark: string): boolean => create(path, mark) || takeOver(path, mark);

function create(path: string, mark: string): boolean {
  try {
    symlinkSync(mark, path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST" && createFile(path, mark);
  }
}

/** For file systems without symbolic links. Such a lock is empty for a moment. */
function createFile(path: string, mark: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    writeSync(file, mark);
    return true;
  } catch (error) {
    // A full disk leaves an empty file, which nothing would release.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Replaces an abandoned lock. The right to do so is a lock of its own, named after the abandoned one, so that one
 * process has it. It becomes the lock itself, so that a process that is killed here leaves nothing that others must
 * wait for.
 */
function takeOver(path: string, mark: string): boolean {
  const found = read(path);
  if (found === undefined || !isAbandoned(found)) return false;
  const right = `${path}.${found.id}`;
  if (!acquire(right, mark)) return false;
  try {
    // Another process may have taken it over, and even released it, after it was read.
    if (read(path)?.id !== found.id) return false;
    renameSync(right, path);
    return true;
  } catch {
    return false;
  } finally {
    if (read(right)?.text === mark) rmSync(right, { force: true });
  }
}

/** A lock that exists. Its `id` is never that of another lock. */
interface ExistingLock {
  readonly text: string;
  readonly changedMs: number;
  readonly id: string;
}

function read(path: string): ExistingLock | undefined {
  try {
    const stats = lstatSync(path);
    const text = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? readFileSync(path, "utf8") : "";
    const id = createHash("sha256").update(`${stats.ino} ${stats.mtimeMs} ${text}`).digest("hex").slice(0, 16);
    return { text, changedMs: stats.mtimeMs, id };
  } catch {
    return undefined;
  }
}

function isAbandoned({ text, changedMs }: ExistingLock): boolean {
  const [, pid, start, space] = /^([1-9]\d*) (\S+) [0-9a-f]{16} (.+)$/.exec(text) ?? [];
  if (space === processSpace() && hasEnded({ pid: Number(pid), start: start === "undefined" ? undefined : start })) return true;
  // After the clock was set back, its time may also be in the future.
  return Math.abs(Date.now() - changedMs) >= oldestMs;
}
