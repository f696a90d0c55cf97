import { closeSync, openSync, readSync } from "node:fs";

/** What Git looks at, too. */
const sniffed = 8000;

/** Whether a file is none of text, for programs that search: it has a NUL near its beginning. What can't be read is none. */
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
