/**
 * Returns the lines of a text that are most similar to a text that isn't in it, as advice; nothing if none are similar.
 */
export function nearest(wanted: string, text: string): string | undefined {
  const [lines, sought] = [text.split(/\r?\n/), trimmedEnds(wanted.split(/\r?\n/))];
  const best = bestWindow(lines, sought);
  if (best === undefined) return undefined;
  const range = sought.length === 1 ? `line ${best + 1}` : `lines ${best + 1} to ${best + sought.length}`;
  const at = sought.findIndex((line, i) => line !== lines[best + i]);
  const [there, yours] = [lines[best + at] ?? "", sought[at] ?? ""];
  if (at === -1) return `The nearest match is ${range}.`;
  const spaces = there.trim() === yours.trim() ? " in white space alone" : "";
  return `The nearest match is ${range}, which differs${spaces} at line ${best + at + 1}:\n  there: ${JSON.stringify(there)}\n  yours: ${JSON.stringify(yours)}`;
}

function trimmedEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first === -1 ? lines.slice(0, 1) : lines.slice(first, last + 1);
}

/** Longer files are not compared. */
const mostLines = 50_000;

/**
 * The position with the most similar lines: equal except for white space, or with at least half of their pairs of
 * letters.
 */
function bestWindow(lines: readonly string[], sought: readonly string[]): number | undefined {
  const pairs = sought.map(pairsOf);
  const likeness = likenessTo(pairs);
  let best: number | undefined;
  let most = 0.5 * Math.min(sought.length, 2);
  for (let start = 0; start + sought.length <= Math.min(lines.length, mostLines); start++) {
    let score = 0;
    for (let i = 0; i < Math.min(sought.length, 20); i++) score += likeness(lines[start + i] ?? "", i);
    if (score > most) [best, most] = [start, score];
  }
  return best;
}

/** The similarity of a line to a searched one, from 0 to 1: Dice's coefficient. */
function likenessTo(sought: readonly ReadonlySet<string>[]) {
  const known = new Map<string, ReadonlySet<string>>();
  return (line: string, index: number): number => {
    const pairs = known.get(line) ?? pairsOf(line);
    known.set(line, pairs);
    const other = sought[index] ?? new Set();
    if (pairs.size + other.size === 0) return 0.25;
    let shared = 0;
    for (const pair of pairs) if (other.has(pair)) shared++;
    return (2 * shared) / (pairs.size + other.size);
  };
}

function pairsOf(line: string): ReadonlySet<string> {
  const letters = line.trim().replaceAll(/\s+/g, " ").slice(0, 400);
  return letters.length === 1
    ? new Set([letters])
    : new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
}
