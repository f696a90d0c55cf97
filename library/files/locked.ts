import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { ToolError } from "toolgen/runtime";
import { isAlive } from "./is-alive.js";

const mostMs = 45_000;
const stepMs = 15;
/**
 * The age after which a lock no longer counts, if its holder's number may belong to another process. No holder needs
 * this long.
 */
const oldMs = 20_000;

/**
 * Runs a function that reads a file and then writes it, while no other call does: clients make several calls at once,
 * and none may undo another's change. Covers calls of this user on this machine; editors don't take the lock.
 */
export function locked<T>(path: string, action: () => T): T {
  const lock = lockFor(path);
  if (lock === undefined) return action();
  const until = Date.now() + mostMs;
  while (!take(lock)) {
    if (Date.now() > until) throw new ToolError(`Another call has been changing '${path}' for long. Try again.`);
    // With random delays, because many waiting calls would otherwise keep the machine busy with polling.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs * (1 + 3 * Math.random()));
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The path of a file's lock: in a folder of this user's. If there can be none, nothing is locked. */
function lockFor(path: string): string | undefined {
  const { username, uid } = userInfo();
  const folder = join(tmpdir(), `toolgen-${username}-locks`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (statSync(folder).uid !== uid) return undefined;
  } catch {
    return undefined;
  }
  return join(folder, createHash("sha256").update(realOrSame(path)).digest("hex"));
}

/** Also of a missing file: its name is the same before and after it is created. */
function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realOrSame(dirname(path)), basename(path));
  }
}

/** A lock contains the number of its process from the moment it exists: a lock whose process is gone is stale. */
function take(lock: string): boolean {
  if (!existsSync(lock) && make(lock)) return true;
  if (isLeft(lock)) removeLeft(lock);
  return false;
}

/** Creates a file that contains this process's number, unless it exists. */
function make(lock: string): boolean {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid), { mode: 0o600 });
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Only one process may remove old locks at a time. Otherwise two processes could both check the same old lock, and the
 * second would remove a new one.
 */
function removeLeft(lock: string): void {
  const removing = `${lock}.left`;
  if (make(removing)) {
    if (isLeft(lock)) rmSync(lock, { force: true });
    rmSync(removing, { force: true });
  } else if (isLeft(removing)) {
    rmSync(removing, { force: true });
  }
}

function isLeft(lock: string): boolean {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    return age > oldMs || !isAlive(Number(readFileSync(lock, "utf8")));
  } catch {
    // Released meanwhile.
    return false;
  }
}
