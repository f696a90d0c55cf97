import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { AuditLine } from "../../contract/audit-line.js";
import { maxLineBytes } from "../../line-file/append-lines.js";
import { parseLine } from "./format-line.js";
import { readAudit } from "./read-audit.js";

/** If more was added to a log since the last time, only its end is read. */
const mostBytes = 4 * 1024 * 1024;

interface Position {
  readonly file: string;
  readonly inode: number;
  readonly offset: number;
}

/**
 * Returns a function that reads a log again and again: the first time all its calls, and then those that were added.
 * The last calls may be among those of the next time too. Throws the file system's error.
 */
export function followAudit(): (file: string) => readonly AuditLine[] {
  let position: Position | undefined;
  return (file) => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now === undefined) {
      const wasThere = position !== undefined;
      position = undefined;
      return wasThere ? [] : readAudit(file);
    }
    const last = position;
    const isSame = last?.file === file && last.inode === now.ino && last.offset <= now.size;
    // A line that is being written is read once it is whole.
    position = { file, inode: now.ino, offset: now.size };
    if (!isSame) return readAudit(file);
    return last.offset === now.size ? [] : linesFrom(file, Math.max(last.offset - maxLineBytes, now.size - mostBytes, 0));
  };
}

function linesFrom(path: string, offset: number): readonly AuditLine[] {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(mostBytes + maxLineBytes);
    const count = readSync(file, bytes, 0, bytes.length, offset);
    // The first line may be the rest of one, which isn't a call.
    return bytes
      .toString("utf8", 0, count)
      .split("\n")
      .flatMap((line) => parseLine(line) ?? []);
  } finally {
    closeSync(file);
  }
}
