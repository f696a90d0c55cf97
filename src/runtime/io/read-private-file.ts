import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { dirname } from "node:path";

/**
 * Reads a file of this user that no other user can write and that isn't a link, in such a folder; `undefined` for any
 * other. At most `mostBytes` are read.
 */
export function readPrivateFile(path: string, mostBytes: number): Buffer | undefined {
  let file: number;
  try {
    const folder = lstatSync(dirname(path));
    if (!folder.isDirectory() || !isOwn(folder)) return undefined;
    // Non-blocking, because opening a pipe with this name would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.nlink > 1 || !isOwn(stats)) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, mostBytes));
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

const isOwn = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & 0o022) === 0;
