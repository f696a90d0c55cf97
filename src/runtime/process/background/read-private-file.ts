import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * Reads a file of this user that no other user can write and that isn't a link; `undefined` for any other. At most
 * `mostBytes` are read.
 */
export function readPrivateFile(path: string, mostBytes: number): Buffer | undefined {
  let file: number;
  try {
    // Non-blocking, because opening a pipe with this name would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.nlink > 1 || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, mostBytes));
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
