import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { tryLineFileLock } from "../../line-file/line-file-lock.js";
import { isQuiet, linesOf, putAside, segments } from "../../line-file/segments.js";
import { type Count, mergeCounts, parseCount } from "./count.js";

/** More than all tools of a project produce; the rest is counted by rule. */
const mostCounts = 2000;

/**
 * Rotates a file of counts that is larger than `limit`, and sums up the rotated ones, so that it stays small. If
 * another process is doing so, it does nothing. Concurrent writes end up in one of the files, and none is lost.
 */
export function rotate(path: string, limit: number): void {
  const lock = tryLineFileLock(`${path}.lock`);
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
  // If this process ends here, the sum still lists which files it includes.
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
    // toolgen wrote this file atomically.
    return JSON.parse(readFileSync(`${path}.sum`, "utf8")) as Sum;
  } catch {
    return { merged: [], counts: [] };
  }
}

/** All counts of a file of counts, including summed and rotated ones. The caller must hold the lock. */
export function allCounts(path: string): readonly Count[] {
  const sum = readSum(path);
  const aside = segments(path).filter((file) => !isIn(sum, file));
  return mergeCounts([...sum.counts, ...[...aside, path].flatMap(countsIn)]);
}

/** Removes a file of counts and everything that belongs to it except the lock. */
export function removeCounts(path: string): void {
  for (const file of [path, `${path}.sum`, `${path}.sum.new`, ...segments(path)]) rmSync(file, { force: true });
}

const countsIn = (path: string) => linesOf(path).flatMap((line) => parseCount(line) ?? []);
