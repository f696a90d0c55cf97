import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeLeftovers, temporaryName } from "./temporary-name.js";

/**
 * Writes a user's file atomically, through a symbolic link, with its existing mode; only its owner can read a new one.
 * Temporary files of killed writes beside it are removed. Throws the file system's error.
 */
export function writeFileAtomic(path: string, text: string | Uint8Array, { mode = 0o600, keepMode = true } = {}): void {
  const present = statSync(path, { throwIfNoEntry: false });
  const target = present === undefined ? path : realpathSync(path);
  mkdirSync(dirname(target), { recursive: true });
  const temporary = join(dirname(target), temporaryName());
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: present === undefined ? mode : 0o600 });
    if (present !== undefined) chmodSync(temporary, keepMode ? present.mode & 0o7777 : mode);
    renameSync(temporary, target);
    removeLeftovers(dirname(target));
  } finally {
    rmSync(temporary, { force: true });
  }
}
