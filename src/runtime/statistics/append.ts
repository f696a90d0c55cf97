import { closeSync, constants, existsSync, fchmodSync, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { rotate } from "./rotate.js";

/** What is written at once stays whole beside what others write. */
const mostAtOnce = 4000;
/** A file of counts larger than this is summed up. */
const mostBytes = 256 * 1024;

/** Adds lines to a file that others add to at the same time, each in one piece. Only a regular file of this user is written to. Throws. */
export function appendLines(path: string, lines: readonly string[]): void {
  const file = openForAppending(path);
  let size = 0;
  try {
    const before = fstatSync(file);
    if (!before.isFile() || before.uid !== process.getuid?.()) return;
    if ((before.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    for (const piece of pieces(lines)) writeSync(file, piece);
    size = fstatSync(file).size;
  } finally {
    closeSync(file);
  }
  if (size > mostBytes) rotate(path, mostBytes);
}

function pieces(lines: readonly string[]): readonly string[] {
  const all: string[] = [];
  let piece = "";
  for (const line of lines) {
    if (piece !== "" && Buffer.byteLength(piece + line) > mostAtOnce) {
      all.push(piece);
      piece = "";
    }
    piece += line;
  }
  return [...all, piece];
}

function openForAppending(path: string): number {
  // Neither a link is followed, nor is a pipe waited for.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(dirname(path));
    return openSync(path, flags, 0o600);
  }
}

/** Node's own `recursive` never ends below `/proc`, where nothing can be made and nothing is said to be in the way. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
  }
}
