import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeLeftovers, temporaryName } from "./temporary-name.js";

/**
 * Writes a file of the user's whole or not at all, through a symbolic link, with the mode that it has; a new one is for its owner alone. What a write that was
 * killed left beside it is removed. Throws what the file system says.
 */
export function writeFileAtomic(path: string, text: string, { mode = 0o600, keepMode = true } = {}): void {
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
