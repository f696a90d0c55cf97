import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { CallContext } from "../contract/call.js";
import type { RepairRule } from "../contract/repair.js";
import { fileFromEnv, stateFile } from "../contract/user-file.js";
import { tryLineFileLock } from "./line-file.js";
import { isQuiet, linesOf, putAside, segments, undisturbed } from "./log/segments.js";

/**
 * The counted kinds. `refused` counts calls; the others are the reasons: an unknown name, a missing one, an invalid
 * value, two values for one parameter, parameters that exclude each other, unsupported use.
 */
export type CountedRule = RepairRule | "refused" | "unknown" | "missing" | "not-accepted" | "conflict" | "exclusive" | "impossible";

/**
 * How often a rule changed or refused the same. Names and paths only: `edits[].old` for each element of a list, `*` for
 * names that aren't recorded.
 */
export interface Count {
  readonly tool: string;
  readonly rule: CountedRule;
  readonly from: string;
  readonly to?: string | undefined;
  readonly times: number;
}

/** A line of the file. */
export function formatCount({ tool, rule, from, to, times }: Count): string {
  return `${JSON.stringify([tool, rule, from, to ?? null, times])}\n`;
}

/** Parses a line of counts; returns `undefined` for another program's line or a truncated one. */
export function parseCount(line: string): Count | undefined {
  try {
    const [tool, rule, from, to, times] = Object(JSON.parse(line)) as readonly unknown[];
    if (typeof tool !== "string" || typeof rule !== "string" || typeof from !== "string") return undefined;
    if ((to !== null && typeof to !== "string") || typeof times !== "number" || !(times > 0)) return undefined;
    // A rule of another version is shown under its name.
    return { tool, rule: rule as CountedRule, from, ...(to !== null && { to }), times };
  } catch {
    return undefined;
  }
}

/** Merges equal counts, the most frequent first. Beyond `most`, only the rule is counted. */
export function mergeCounts(counts: readonly Count[], most = Number.POSITIVE_INFINITY): readonly Count[] {
  const merged = summed(counts).toSorted((one, other) => other.times - one.times);
  if (merged.length <= most) return merged;
  const folded = merged.slice(most).map(({ tool, rule, times }): Count => ({ tool, rule, from: "*", times }));
  return summed([...merged.slice(0, most), ...folded]);
}

function summed(counts: readonly Count[]): readonly Count[] {
  const sums = new Map<string, Count>();
  for (const count of counts) {
    const key = formatCount({ ...count, times: 1 });
    sums.set(key, { ...count, times: count.times + (sums.get(key)?.times ?? 0) });
  }
  return [...sums.values()];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Where repairs are counted. `unusable`: the variable is neither yes nor no, nor an absolute path. */
type StatisticsDestination = { readonly kind: "off" | "unusable" } | { readonly kind: "file"; readonly path: string };

/** The file that `TOOLGEN_REPAIRS` names: the user's own with `1`, or the file with an absolute path. */
export function statisticsFile(env: Variables): StatisticsDestination {
  const selected = fileFromEnv(env.TOOLGEN_REPAIRS);
  if (selected.kind !== "own") return selected;
  const path = ownStatistics(env);
  return path === undefined ? { kind: "unusable" } : { kind: "file", path };
}

/** The user's own statistics; `undefined` without a home folder. */
export const ownStatistics = (env: Variables): string | undefined => stateFile(env, "repairs.jsonl");

/**
 * Returns all counts in a file, the most frequent first; nothing if the file doesn't exist. Throws the file system's
 * error.
 */
export function readStatistics(path: string): readonly Count[] {
  return undisturbed(path, () => allCounts(path)) ?? [];
}

/** Deletes all counts of a file. */
export function clearStatistics(path: string): void {
  undisturbed(path, () => removeCounts(path));
}

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
function allCounts(path: string): readonly Count[] {
  const sum = readSum(path);
  const aside = segments(path).filter((file) => !isIn(sum, file));
  return mergeCounts([...sum.counts, ...[...aside, path].flatMap(countsIn)]);
}

/** Removes a file of counts and everything that belongs to it except the lock. */
function removeCounts(path: string): void {
  for (const file of [path, `${path}.sum`, `${path}.sum.new`, ...segments(path)]) rmSync(file, { force: true });
}

const countsIn = (path: string) => linesOf(path).flatMap((line) => parseCount(line) ?? []);

/** Returns the context of a call whose mistakes were counted before, or shouldn't count. */
export const uncounted = <Context extends Pick<CallContext, "env">>(context: Context): Context =>
  context.env.TOOLGEN_REPAIRS === undefined ? context : { ...context, env: { ...context.env, TOOLGEN_REPAIRS: undefined } };
