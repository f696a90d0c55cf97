import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ToolError } from "toolgen/runtime";

const mostMs = 20_000;
const stepMs = 15;

/**
 * Does what reads a file and then writes it while no other call does: clients make several calls at once, of which none may undo what another did. Holds
 * for calls of this user on this machine; editors know nothing of it.
 */
export function locked<T>(path: string, action: () => T): T {
  const lock = lockFor(path);
  if (lock === undefined) return action();
  const until = Date.now() + mostMs;
  while (!take(lock)) {
    if (Date.now() > until) throw new ToolError(`Another call has been changing '${path}' for long. Try again.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
  }
  try {
    return action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Where the lock of a file is: in a folder of this user's. Where there can be none, nothing is locked. */
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

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A lock holds the number of its process: one whose process is gone was left behind. */
function take(lock: string): boolean {
  try {
    const file = openSync(lock, "wx", 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (isLeft(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isLeft(lock: string): boolean {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const pid = Number(readFileSync(lock, "utf8"));
    return age > 2 * stepMs && (age > mostMs || pid === 0 || !isAlive(pid));
  } catch {
    // Released meanwhile.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
