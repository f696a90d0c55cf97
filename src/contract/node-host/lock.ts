import { linkSync, lstatSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HostError } from "../host.js";
import { errorCode, hasEnded, processSpace, processStat } from "../process.js";
import type { Boundary } from "./boundary.js";
import { removeEmptyFolders } from "./replace-file.js";

const pollMs = 50;

/** Another build takes seconds, or minutes for thousands of tools. */
const patienceMs = 120_000;

/**
 * Runs a function while no other process does so for the same file. If no lock can be created (a read-only or full
 * disk), the function runs without it: it will fail by itself, or has nothing to write.
 */
export async function withLock<T>(bounds: Boundary, path: string, action: () => Promise<T>): Promise<T> {
  const release = await acquire(bounds, path);
  try {
    return await action();
  } finally {
    release();
  }
}

async function acquire(bounds: Boundary, path: string): Promise<() => void> {
  const own = `${path}.${process.pid}`;
  try {
    const lockPath = bounds.entryIn(path);
    for (const since = performance.now(); ; ) {
      const release = tryHardLinkLock(lockPath, bounds.entryIn(own));
      if (release) return () => releaseWithFolders(release, { lockPath, root: bounds.root });
      const holder = lockHolder(lockPath);
      if (performance.now() - since >= patienceMs)
        throw new HostError({ code: "EBUSY", path, message: `${holder === undefined ? "another process" : `process ${holder}`} holds it` });
      await wait(holder === undefined ? 1 : pollMs);
    }
  } catch (error) {
    if (error instanceof HostError && error.code === "EBUSY") throw error;
    return () => {};
  }
}

function releaseWithFolders(release: () => void, { lockPath, root }: { readonly lockPath: string; readonly root: string }): void {
  try {
    release();
    removeEmptyFolders(dirname(lockPath), root);
  } catch {
    // It was removed by hand.
  }
}

/**
 * No build takes this long. A process of another machine or container can't be seen from here, so its lock is void
 * after that time. In milliseconds.
 */
const oldestMs = 600_000;

interface ExistingLock {
  readonly ino: number;
  /** The process that holds it; `undefined` if the lock is void. */
  readonly holder: number | undefined;
}

/**
 * Takes a lock, or returns `undefined` at once if another process holds it. Returns the function that releases it. The
 * lock is a hard link to `own`, a file of this process that was written whole and names it, so a lock always names its
 * holder. A lock is void if its process has ended, or if the file came here in another way, as from a repository. One
 * process alone replaces a void lock. Throws if the disk takes no files.
 */
export function tryHardLinkLock(lockPath: string, own: string): (() => void) | undefined {
  rmSync(own, { force: true });
  try {
    writeFileSync(own, "", { flag: "wx" });
    const { ino } = lstatSync(own);
    writeFileSync(own, `${process.pid} ${ino} ${processStat(process.pid)?.start} ${processSpace()}`);
    return linkLock(lockPath, { own, ino }) ? () => releaseOwn(lockPath, ino) : undefined;
  } catch (error) {
    // Without its own file, another process took that for a leftover.
    if (["EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

interface OwnFile {
  readonly own: string;
  readonly ino: number;
}

function linkLock(lockPath: string, file: OwnFile): boolean {
  try {
    linkSync(file.own, lockPath);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return isVoid(lockPath) && replaceVoid(lockPath, file);
}

/**
 * Replaces a void lock. The right to do so is a lock of its own, which becomes the lock itself: a process that is
 * killed here leaves nothing that others must wait for.
 */
function replaceVoid(lockPath: string, file: OwnFile): boolean {
  const right = `${lockPath}.next`;
  if (!linkLock(right, file)) return false;
  try {
    // Another process may have replaced the lock after it was read.
    if (!isVoid(lockPath)) return false;
    renameSync(right, lockPath);
    return true;
  } finally {
    releaseOwn(right, file.ino);
  }
}

function releaseOwn(path: string, ino: number): void {
  const found = read(path);
  if (found?.ino === ino && found.holder === process.pid) rmSync(path, { force: true });
}

function isVoid(path: string): boolean {
  const found = read(path);
  return found !== undefined && found.holder === undefined;
}

function read(path: string): ExistingLock | undefined {
  const stats = statsOf(path);
  if (stats === undefined) return undefined;
  try {
    const text = stats.isFile() ? readFileSync(path, "utf8") : "";
    const [, pid, ino, start, space] = /^([1-9]\d*) (\d+) (\S+) (.+)$/.exec(text) ?? [];
    const isHeld = Number(ino) === stats.ino && !isGone({ pid: Number(pid), start, space, changedMs: stats.mtimeMs });
    return { ino: stats.ino, holder: isHeld ? Number(pid) : undefined };
  } catch {
    // It was removed meanwhile.
    return undefined;
  }
}

/** Returns the process that holds a lock, for a message. */
const lockHolder = (path: string): number | undefined => read(path)?.holder;

interface Holder {
  readonly pid: number;
  readonly start: string | undefined;
  readonly space: string | undefined;
  readonly changedMs: number;
}

function isGone({ pid, start, space, changedMs }: Holder): boolean {
  // After the clock was set back, the lock's time may be in the future.
  if (space !== processSpace()) return Math.abs(Date.now() - changedMs) >= oldestMs;
  return hasEnded({ pid, start: start === "undefined" ? undefined : start });
}

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
