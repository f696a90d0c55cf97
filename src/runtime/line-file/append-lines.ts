import { closeSync, constants, existsSync, fchmodSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { sleepSync } from "../io/sleep-sync.js";
import { tryLineFileLock } from "./line-file-lock.js";

/** A single write up to this size isn't interleaved with other processes' writes. A line must not be longer. */
export const maxLineBytes = 4000;

/** How long to wait until another process ends the line that it is writing: far longer than any write takes. */
const tries = 50;

/**
 * Appends lines to a file that other processes also append to, each in one piece, and returns the file's new size. It
 * writes only to a regular file of this user, and first ends an incomplete line that a killed process left. Throws on
 * failure.
 */
export function appendLines(path: string, lines: readonly string[]): number {
  const file = openForAppending(path);
  try {
    if (!endsWhole(file)) endTornLine(file, path);
    for (const piece of pieces(lines)) writeAll(file, piece);
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Throws what `appendLines` would throw immediately if lines can't be appended. Creates the file if it is missing. */
export function checkAppendable(path: string): void {
  closeSync(openForAppending(path));
}

function pieces(lines: readonly string[]): readonly string[] {
  const all: string[] = [];
  let piece = "";
  for (const line of lines) {
    if (piece !== "" && Buffer.byteLength(piece + line) > maxLineBytes) {
      all.push(piece);
      piece = "";
    }
    piece += line;
  }
  return [...all, piece];
}

/** A full disk accepts only a part. Writing the rest later would put it after other processes' lines. */
function writeAll(file: number, piece: string): void {
  if (writeSync(file, piece) < Buffer.byteLength(piece)) throw new Error("only a part of a line could be written");
}

function endsWhole(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === 0x0a;
}

/**
 * Another process's write in progress may look like the rest of a killed one. Only one process at a time ends a line.
 */
function endTornLine(file: number, path: string): void {
  for (let remaining = tries; remaining > 0; remaining--) {
    sleepSync(1);
    if (endsWhole(file)) return;
    const lock = remaining > tries - 2 ? undefined : tryLineFileLock(`${path}.lock`);
    if (lock === undefined) continue;
    try {
      endIfTorn(file);
      return;
    } finally {
      lock.release();
    }
  }
  endIfTorn(file);
}

/** A line is torn if the file doesn't grow while writes in progress end. On a busy machine, one can take long. */
function endIfTorn(file: number): void {
  for (let remaining = tries; remaining > 0; remaining--) {
    const { size } = fstatSync(file);
    // The system changes the mode of a file only when no write to it is in progress.
    fchmodSync(file, 0o600);
    if (endsWhole(file)) return;
    if (fstatSync(file).size === size) break;
  }
  writeAll(file, "\n");
}

function openForAppending(path: string): number {
  const file = openOrMake(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.uid !== process.getuid?.()) throw new Error("it is not a regular file of this user");
    if ((stats.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openOrMake(path: string): number {
  // Links aren't followed, and opening a pipe doesn't block.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(dirname(path));
    return openSync(path, flags, 0o600);
  }
}

/** Node's own `recursive` never returns below `/proc`, where nothing can be created and no error says so. */
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
