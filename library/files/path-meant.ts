import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isBelow } from "./is-below.js";

export type PathKind = "file" | "folder" | "file or folder";

/** The existing part of a path that doesn't exist, and what the path may have meant. */
export interface PathMeant {
  /**
   * The deepest existing folder on its way, or the one most similar to the next step, relative to the workspace; `.` is
   * the workspace itself.
   */
  readonly folder: string;
  /** An existing path, with the name in that folder that is most similar to the missing one, if there is one. */
  readonly meant: string | undefined;
}

/** The limit of comparisons, in characters: folders may contain a hundred thousand names. */
const mostCompared = 4_000_000;

/**
 * Looks for an existing path in place of a missing one. Lists one folder, the nearest that exists; nothing outside of
 * the workspace is read.
 */
export function pathMeant(path: string, { cwd, kind }: { readonly cwd: string; readonly kind: PathKind }): PathMeant | undefined {
  const full = resolve(cwd, path);
  const rest = [basename(full)];
  let folder = dirname(full);
  for (; folder !== dirname(folder) && !isFolder(folder); folder = dirname(folder)) rest.unshift(basename(folder));
  if (!isInside(folder, cwd)) return undefined;
  const [missing = "", ...behind] = rest;
  const name = mostLike(missing, namesIn(folder, behind.length > 0 ? "folder" : kind));
  const whole = name === undefined ? undefined : join(folder, name, ...behind);
  if (whole !== undefined && isThere(whole)) return { folder: relative(cwd, folder) || ".", meant: relative(cwd, whole) };
  return { folder: relative(cwd, join(folder, name ?? ".")) || ".", meant: undefined };
}

/** Links count as their targets, so they may be either. */
function namesIn(folder: string, kind: PathKind): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== ".git");
    const isKind = { file: "isFile", folder: "isDirectory" } as const;
    return entries.filter((entry) => kind === "file or folder" || entry[isKind[kind]]() || entry.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The name that needs the fewest changes of characters, if at most a third of the characters change. */
function mostLike(name: string, others: readonly string[]): string | undefined {
  const most = Math.max(1, name.length / 3);
  let room = mostCompared;
  let best: { readonly other: string; readonly distance: number } | undefined;
  for (const other of others.filter(({ length }) => Math.abs(length - name.length) <= most)) {
    room -= name.length * other.length;
    if (room < 0) break;
    const found = distance(name.toLowerCase(), other.toLowerCase());
    // Of several, the same each time, whatever the order of the folder's entries.
    if (found <= most && (best === undefined || found < best.distance || (found === best.distance && other < best.other)))
      best = { other, distance: found };
  }
  return best?.other;
}

/**
 * Returns the number of characters to change, remove, insert, or exchange with the next: `scr` is as close to `src` as
 * `srx`. Computed row by row.
 */
function distance(a: string, b: string): number {
  let [before, row]: readonly (readonly number[])[] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before?.[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const replaced = (row?.[j] ?? 0) + (b[j] === a[i] ? 0 : 1);
      next.push(Math.min((next[j] ?? 0) + 1, (row?.[j + 1] ?? 0) + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row?.[b.length] ?? 0;
}

const isThere = (path: string) => quietly(() => statSync(path) !== undefined);
const isFolder = (path: string) => quietly(() => statSync(path).isDirectory());
const isInside = (folder: string, cwd: string) => quietly(() => isBelow(realpathSync(folder), realpathSync(cwd)));

function quietly(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
