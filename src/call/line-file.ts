import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { hasEnded, processSpace, processStat } from "../contract/process.js";
import { sleepSync } from "../contract/time-limit.js";

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

/**
 * No process holds a lock this long. An older lock is abandoned, also if its process can't be seen from here because it
 * is of another machine or container.
 */
const oldestMs = 60_000;

/** A lock that is held. */
export interface LineFileLock {
  /**
   * Returns true if this process still holds the lock. Another process may have taken over a lock that was held too
   * long.
   */
  readonly isOwn: () => boolean;
  readonly release: () => void;
}

/**
 * Takes the lock, which is a symbolic link of this name, or returns `undefined` at once if another process holds it.
 * Never waits. The link's text names the process, so the lock of a process that has ended is taken over, by one process
 * alone. There is never a lock without its text, however a process is killed.
 */
export function tryLineFileLock(path: string): LineFileLock | undefined {
  const mark = ownMark();
  if (!acquire(path, mark)) return undefined;
  const isOwn = () => read(path)?.text === mark;
  return {
    isOwn,
    release: () => {
      if (isOwn()) rmSync(path, { force: true });
    },
  };
}

/** Names this process, and this lock among all that there ever are. */
const ownMark = () => `${process.pid} ${processStat(process.pid)?.start} ${randomBytes(8).toString("hex")} ${processSpace()}`;

const acquire = (path: string, mark: string): boolean => create(path, mark) || takeOver(path, mark);

function create(path: string, mark: string): boolean {
  try {
    symlinkSync(mark, path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST" && createFile(path, mark);
  }
}

/** For file systems without symbolic links. Such a lock is empty for a moment. */
function createFile(path: string, mark: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    writeSync(file, mark);
    return true;
  } catch (error) {
    // A full disk leaves an empty file, which nothing would release.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Replaces an abandoned lock. The right to do so is a lock of its own, named after the abandoned one, so that one
 * process has it. It becomes the lock itself, so that a process that is killed here leaves nothing that others must
 * wait for.
 */
function takeOver(path: string, mark: string): boolean {
  const found = read(path);
  if (found === undefined || !isAbandoned(found)) return false;
  const right = `${path}.${found.id}`;
  if (!acquire(right, mark)) return false;
  try {
    // Another process may have taken it over, and even released it, after it was read.
    if (read(path)?.id !== found.id) return false;
    renameSync(right, path);
    return true;
  } catch {
    return false;
  } finally {
    if (read(right)?.text === mark) rmSync(right, { force: true });
  }
}

/** A lock that exists. Its `id` is never that of another lock. */
interface ExistingLock {
  readonly text: string;
  readonly changedMs: number;
  readonly id: string;
}

function read(path: string): ExistingLock | undefined {
  try {
    const stats = lstatSync(path);
    const text = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? readFileSync(path, "utf8") : "";
    const id = createHash("sha256").update(`${stats.ino} ${stats.mtimeMs} ${text}`).digest("hex").slice(0, 16);
    return { text, changedMs: stats.mtimeMs, id };
  } catch {
    return undefined;
  }
}

function isAbandoned({ text, changedMs }: ExistingLock): boolean {
  const [, pid, start, space] = /^([1-9]\d*) (\S+) [0-9a-f]{16} (.+)$/.exec(text) ?? [];
  if (space === processSpace() && hasEnded({ pid: Number(pid), start: start === "undefined" ? undefined : start })) return true;
  // After the clock was set back, its time may also be in the future.
  return Math.abs(Date.now() - changedMs) >= oldestMs;
}

/** An existing process. */
interface ProcessIdentity {
  /**
   * Its start time, in the system's own format. Together with its number it identifies a process for good, because
   * numbers are reused.
   */
  readonly start: string;
  /** Its process group, by the group's leader. */
  readonly group: number;
}

/** Returns the process of a number; `undefined` if it has ended, even if it hasn't been reaped yet. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

export const processStart = (pid: number): string | undefined => identifyProcess(pid)?.start;

function fromProc(pid: number): ProcessIdentity | undefined {
  const stat = processStat(pid);
  return stat === undefined || stat.isZombie ? undefined : { start: stat.start, group: stat.group };
}

function fromPs(pid: number): ProcessIdentity | undefined {
  // The start time is printed in the caller's time zone.
  const env = { LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,pgid=,lstart=", "-p", String(pid)], { encoding: "utf8", env });
  const [, state, group, start] = /^\s*(\S+)\s+(\d+)\s+(.*\S)\s*$/.exec(stdout ?? "") ?? [];
  return state === undefined || start === undefined || state.startsWith("Z") ? undefined : { start, group: Number(group) };
}
