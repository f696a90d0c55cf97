import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ToolError } from "toolgen/runtime";
import { isAlive } from "../files/is-alive.js";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates a folder for a command's output, which only its user can read. Folders of commands that ended more than a day
 * ago are removed.
 */
export function makeShellFolder(): string {
  const { username, uid } = userInfo();
  const all = join(tmpdir(), `toolgen-${username}-shell`);
  mkdirSync(all, { recursive: true, mode: 0o700 });
  const own = lstatSync(all);
  if (!own.isDirectory() || own.uid !== uid || (own.mode & 0o077) !== 0)
    throw new ToolError(`${all}, where output of commands is kept, isn't this user's alone. Remove it, or set TMPDIR.`);
  for (const name of readdirSync(all)) if (isOld(join(all, name))) rmSync(join(all, name), { recursive: true, force: true });
  return mkdtempSync(join(all, "run-"));
}

function isOld(folder: string): boolean {
  try {
    return Date.now() - statSync(join(folder, "log")).mtimeMs > dayMs && !isAlive(Number(readFileSync(join(folder, "pid"), "utf8")));
  } catch {
    return false;
  }
}
