import type { Automaton } from "./automaton.js";

/** `bounded`: a matcher follows at most a fixed number of paths at each character, however long the text is. */
export type PathCount = { readonly kind: "bounded" } | { readonly kind: "many"; readonly text: string } | { readonly kind: "undecided" };

/** More paths at one character than this aren't accepted, even if their number is fixed. */
export const maxPaths = 256;

/** For each state, the number of paths into it that a matcher without a match has followed. */
type Counts = ReadonlyMap<number, number>;

/**
 * Follows all texts at once and counts the paths into each state. If only a few different counts occur, whatever the
 * text, the matching time is proportional to the text. A path into a final state ends the search, so there is never
 * more than one.
 */
export function countPaths(automaton: Automaton, maxSteps: number): PathCount {
  const { samples } = automaton.alphabet;
  const moves = movesOf(automaton);
  const start: Counts = new Map([[0, 1]]);
  const seen = new Set([keyOf(start)]);
  const pending: { readonly counts: Counts; readonly text: string }[] = [{ counts: start, text: "" }];
  let steps = 0;
  for (const { counts, text } of pending) {
    for (const [symbol, char] of samples.entries()) {
      const after = new Map<number, number>();
      let paths = 0;
      for (const [from, own] of counts) {
        for (const { to, ways, isFinal } of moves[from]?.[symbol] ?? []) {
          const before = after.get(to) ?? 0;
          const all = isFinal ? 1 : before + own * ways;
          paths += all - before;
          after.set(to, all);
          steps++;
        }
      }
      if (paths > maxPaths) return { kind: "many", text: text + char };
      if (steps > maxSteps) return { kind: "undecided" };
      const key = keyOf(after);
      if (seen.has(key)) continue;
      seen.add(key);
      pending.push({ counts: after, text: text + char });
    }
  }
  return { kind: "bounded" };
}

interface Move {
  readonly to: number;
  readonly ways: number;
  readonly isFinal: boolean;
}

/** The successors of each state, by symbol. */
function movesOf({ alphabet, masks, next, final }: Automaton): readonly (readonly (readonly Move[])[])[] {
  return next.map((edges) => {
    const moves: Move[][] = alphabet.samples.map(() => []);
    for (const [to, ways] of edges) {
      const mask = masks[to] ?? 0n;
      for (const [symbol, own] of moves.entries()) if ((mask >> BigInt(symbol)) & 1n) own.push({ to, ways, isFinal: final.has(to) });
    }
    return moves;
  });
}

const keyOf = (counts: Counts) =>
  [...counts]
    .sort(([a], [b]) => a - b)
    .map(([state, paths]) => `${state}:${paths}`)
    .join(" ");
