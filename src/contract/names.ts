const longestName = 100;

/** Names that Windows keeps for devices, with any extension, and those of files that Jest takes for tests. */
const unusableName = /^(?:con|prn|aux|nul|com\d|lpt\d|test|spec)$/i;

/**
 * Returns the name, without an extension, of the file of a tool, prompt or resource. `checkUniqueNames` keeps it
 * unique.
 */
export const fileBase = (name: string): string => (unusableName.test(name) ? `${name}_` : name);

/**
 * Returns the candidate that a misspelt name most likely means; `undefined` if none is close. Case and separators are
 * ignored (`file_path` is `filePath`), and swapping two neighbouring letters counts as one change. Of equally close
 * ones, the first.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const normalized = plain(name);
  if (normalized === "" || name.length > longestName) return undefined;
  let best: string | undefined;
  let limit = Math.min(3, Math.max(1, Math.floor(normalized.length / 3)));
  for (const candidate of candidates) {
    if (candidate.length > longestName) continue;
    const normalizedCandidate = plain(candidate);
    const distance = editDistance({ from: normalized, to: normalizedCandidate, limit });
    // `q` and `z` have nothing in common, although one change turns one into the other.
    if (distance > limit || distance >= Math.max(normalized.length, normalizedCandidate.length)) continue;
    best = candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best;
}

/** Returns the candidates closest to a name, at most three, the closest first. */
export function closestNames(name: string, candidates: readonly string[]): readonly string[] {
  const closestNames: string[] = [];
  let rest = candidates;
  while (closestNames.length < 3) {
    const next = closest(name, rest);
    if (next === undefined) break;
    closestNames.push(next);
    rest = rest.filter((other) => other !== next);
  }
  return closestNames;
}

/** Returns the words of a name in any style, in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, longestName)
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$& ")
    .toLowerCase()
    .match(/[a-z\d]+/g) ?? [];

/** A name without characters that have no width, and with usual letters in the place of full-width ones. */
export const visibleName = (name: string): string => (/[^\0-\x7f]/.test(name) ? name.normalize("NFKC").replaceAll(/\p{Cf}/gu, "") : name);

/**
 * A name in lower case without what models write between its words or around it: separators, quotes, colons, `$`,
 * white space of any kind, and the tokens of a chat (`x<|channel|>json`).
 */
export const plain = (name: string) =>
  visibleName(name)
    .replace(/<\|[\s\S]*/, "")
    .toLowerCase()
    .replaceAll(/[_\-.\s"'`:$*]/g, "");

/**
 * Insertions, deletions, replacements and swaps of neighbours; any number above `limit` once it is certain to be above
 * it.
 */
function editDistance({ from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number }): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    let lowest = i;
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? at(beforeLast, j - 2) + 1 : replaced;
      const cost = Math.min(replaced, swapped, at(last, j) + 1, at(row, j - 1) + 1);
      row.push(cost);
      lowest = Math.min(lowest, cost);
    }
    if (lowest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;

/**
 * Returns true if a file system may treat a name as `.git`: in any case, with invisible characters (HFS+), as `git~1`,
 * with trailing dots, spaces or a stream (NTFS). Git refuses the same names in a repository (core.protectHFS,
 * core.protectNTFS in git-config(1)).
 */
export const isGitFolder = (name: string): boolean => /^(?:\.git|git~1)[. ]*(?::.*)?$/.test(foldName(name));

/**
 * Normalizes a path as a file system does that ignores case, composition and invisible characters. On other file
 * systems, this refuses slightly more.
 */
export function foldName(path: string): string {
  return path
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .normalize("NFC")
    .toLowerCase();
}
