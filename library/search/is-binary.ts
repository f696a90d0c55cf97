import { closeSync, openSync, readSync } from "node:fs";

/** The number of bytes that Git checks too. */
const sniffed = 8000;

/**
 * Returns true for a binary file, for programs that search: it has a NUL near its beginning. An unreadable file isn't
 * binary.
 */
export function isBinary(path: string): boolean {
  const start = Buffer.alloc(sniffed);
  try {
    const file = openSync(path, "r");
    try {
      return start.subarray(0, readSync(file, start, 0, sniffed, 0)).includes(0);
    } finally {
      closeSync(file);
    }
  } catch {
    return true;
  }
}
