import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HostError } from "../host.js";
import type { Boundary } from "./boundary.js";
import { lockHolder, tryHardLinkLock } from "./hard-link-lock.js";
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
