import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { tryLock } from "../../line-file/lock.js";
import { isQuiet, linesOf, putAside, segments } from "../../line-file/segments.js";
import { type Count, mergeCounts, parseCount } from "./count.js";

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
    putAside(path, limit);
    sumUp(path, lock.isOwn);
  } finally {
    lock.release();
  }
}

function sumUp(path: string, isOwn: () => boolean): void {
  const sum = readSum(path);
  const aside = segments(path);
  for (const file of aside) if (isIn(sum, file)) rmSync(file, { force: true });
  const quiet = aside.filter((file) => !isIn(sum, file) && isQuiet(file));
  if (quiet.length === 0) return;
  const counts = mergeCounts([...sum.counts, ...quiet.flatMap(countsIn)], mostCounts);
  const written = `${path}.sum.new`;
  rmSync(written, { force: true });
  writeFileSync(written, JSON.stringify({ merged: quiet.map((file) => basename(file)), counts }), { mode: 0o600, flag: "wx" });
  if (!isOwn()) return;
  renameSync(written, `${path}.sum`);
  // Should this process end here, the sum knows which files are in it.
  for (const file of quiet) rmSync(file, { force: true });
}

/** Sums of counts, and the names of the files that they include. */
interface Sum {
  readonly merged: readonly string[];
  readonly counts: readonly Count[];
}

const isIn = ({ merged }: Sum, file: string) => merged.includes(basename(file));

function readSum(path: string): Sum {
  try {
    // It was written whole, by us.
    return JSON.parse(readFileSync(`${path}.sum`, "utf8")) as Sum;
  } catch {
    return { merged: [], counts: [] };
  }
}

/** Every count that is in a file of counts, those that were added up or put aside included. The lock is the caller's to take. */
export function allCounts(path: string): readonly Count[] {
  const sum = readSum(path);
  const aside = segments(path).filter((file) => !isIn(sum, file));
  return mergeCounts([...sum.counts, ...[...aside, path].flatMap(countsIn)]);
}

/** Removes a file of counts and all that belongs to it but the lock. */
export function removeCounts(path: string): void {
  for (const file of [path, `${path}.sum`, `${path}.sum.new`, ...segments(path)]) rmSync(file, { force: true });
}

const countsIn = (path: string) => linesOf(path).flatMap((line) => parseCount(line) ?? []);
