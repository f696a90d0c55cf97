import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Count, mergeCounts, parseCount } from "./count.js";
import { tryLock } from "./lock.js";

/** Whoever had a file open when it was put aside has written to it by then. */
const quietMs = 2000;
/** More than all tools of a project give; what is beyond is counted by its rule. */
const mostCounts = 2000;

/**
 * Puts a file of counts that is larger than `limit` aside, and adds up what was put aside earlier, so that it stays small. If another process is at it,
 * it is left to that one. What is being written meanwhile is in one of the files, and none of it is lost.
 */
export function rotate(path: string, limit: number): void {
  const lock = tryLock(`${path}.lock`);
  if (lock === undefined) return;
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limit)
      renameSync(path, `${path}.${Date.now()}-${randomBytes(4).toString("hex")}`);
    sumUp(path, lock.isOwn);
  } finally {
    lock.release();
  }
}

function sumUp(path: string, isOwn: () => boolean): void {
  const sum = readSum(path);
  const aside = segments(path);
  for (const name of aside) if (sum.merged.includes(name)) rmSync(inFolder(path, name), { force: true });
  const quiet = aside.filter((name) => !sum.merged.includes(name) && isQuiet(inFolder(path, name)));
  if (quiet.length === 0) return;
  const counts = mergeCounts([...sum.counts, ...quiet.flatMap((name) => countsIn(inFolder(path, name)))], mostCounts);
  const written = `${path}.sum.new`;
  rmSync(written, { force: true });
  writeFileSync(written, JSON.stringify({ merged: quiet, counts }), { mode: 0o600, flag: "wx" });
  if (!isOwn()) return;
  renameSync(written, `${path}.sum`);
  // Should this process end here, the sum knows which files are in it.
  for (const name of quiet) rmSync(inFolder(path, name), { force: true });
}

/** By a clock that was set back, it may be of the future. */
const isQuiet = (path: string) => Math.abs(Date.now() - statSync(path).mtimeMs) > quietMs;

/** What was added up, and the files that are in it. */
interface Sum {
  readonly merged: readonly string[];
  readonly counts: readonly Count[];
}

function readSum(path: string): Sum {
  try {
    // It was written whole, by us.
    return JSON.parse(readOr(`${path}.sum`)) as Sum;
  } catch {
    return { merged: [], counts: [] };
  }
}

/** Every count that is in a file of counts, those that were added up or put aside included. The lock is the caller's to take. */
export function allCounts(path: string): readonly Count[] {
  const { merged, counts } = readSum(path);
  const aside = segments(path).filter((name) => !merged.includes(name));
  return mergeCounts([...counts, ...[...aside.map((name) => inFolder(path, name)), path].flatMap(countsIn)]);
}

/** Removes a file of counts and all that belongs to it but the lock. */
export function removeCounts(path: string): void {
  for (const file of [path, `${path}.sum`, `${path}.sum.new`, ...segments(path).map((name) => inFolder(path, name))])
    rmSync(file, { force: true });
}

const inFolder = (path: string, name: string) => join(dirname(path), name);

function segments(path: string): readonly string[] {
  const own = `${basename(path)}.`;
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(own));
  return names.filter((name) => /^\d+-[0-9a-f]{8}$/.test(name.slice(own.length))).toSorted();
}

const countsIn = (path: string) =>
  readOr(path)
    .split("\n")
    .flatMap((line) => parseCount(line) ?? []);

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
