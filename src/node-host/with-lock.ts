import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HostError } from "../host.js";
import { isAlive } from "../runtime/io/is-alive.js";
import type { Boundary } from "./boundary.js";
import { removeEmptyFolders } from "./replace-file.js";

const pollMs = 50;

/** Another build takes seconds, or minutes for thousands of tools. */
const patienceMs = 120_000;

/**
 * Runs a function while no other process on this machine does so for the same file. The file is a hard link to one that
 * was written whole, so a lock always names its owner. A lock is void if its process has ended, or if the file came
 * here in another way, as from a repository. If none can be created (a read-only or full disk), the function runs
 * without it: it will fail by itself, or has nothing to write.
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
    for (let waited = 0; ; waited += pollMs) {
      if (tryLink(bounds.entryIn(own), lockPath)) return () => release(lockPath, bounds.root);
      const holder = holderOf(lockPath);
      if (holder === undefined) removeVoid(lockPath, bounds.entryIn(own));
      else if (waited >= patienceMs) throw new HostError({ code: "EBUSY", path, message: `process ${holder} holds it` });
      else await wait(pollMs);
    }
  } catch (error) {
    if (error instanceof HostError && error.code === "EBUSY") throw error;
    return () => {};
  }
}

/** Creates the lock, or finds an existing one. */
function tryLink(own: string, lockPath: string): boolean {
  rmSync(own, { force: true });
  try {
    writeFileSync(own, String(process.pid), { flag: "wx" });
    const { ino } = statSync(own);
    writeFileSync(own, `${process.pid} ${ino}`);
    linkSync(own, lockPath);
    return true;
  } catch (error) {
    // Without its own file, another process took that for a leftover.
    if (error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "ENOENT")) return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process that holds a lock, if it still runs; otherwise the lock is stale. */
function holderOf(lockPath: string): number | undefined {
  try {
    const [pid, ino] = readFileSync(lockPath, "utf8").split(" ").map(Number);
    return pid !== undefined && pid > 0 && ino === statSync(lockPath).ino && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Moves a void lock away. If another process has put its own there meanwhile, that is restored. */
function removeVoid(lockPath: string, aside: string): void {
  try {
    renameSync(lockPath, aside);
    if (holderOf(aside) !== undefined) linkSync(aside, lockPath);
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(lockPath: string, root: string): void {
  try {
    unlinkSync(lockPath);
    removeEmptyFolders(dirname(lockPath), root);
  } catch {
    // It was removed by hand.
  }
}
