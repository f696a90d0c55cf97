import { chmodSync, lstatSync, mkdirSync, type Stats } from "node:fs";

/**
 * Creates a folder that only this user can enter, and returns whether it is one. A link, or another user's folder, is
 * not: in a shared `/tmp` any user can create either. Nor is a folder that can't be created.
 */
export function isPrivateFolder(folder: string): boolean {
  const stats = found(folder) ?? made(folder);
  if (stats === undefined || !stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return true;
}

function found(folder: string): Stats | undefined {
  try {
    // A symbolic link is not a directory to lstat.
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch {
    // A file is in the way, or the path is too long.
    return undefined;
  }
}

function made(folder: string): Stats | undefined {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another call may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return undefined;
  }
  return lstatSync(folder);
}
