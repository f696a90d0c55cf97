import type { Automaton } from "./automaton.js";
import type { StepLimit } from "./step-limit.js";

/** `bounded`: a matcher follows at most a fixed number of paths at each character, however long the text is. */
export type PathCount = { readonly kind: "bounded" } | { readonly kind: "many"; readonly text: string } | { readonly kind: "undecided" };

/** More paths at one character than this aren't accepted, even if their number is fixed. */
export const maxPaths = 256;

/** Pairs of a state and the number of paths into it that a matcher without a match has followed, in order of states. */
type Counts = readonly number[];

/**
 * Follows all texts at once and counts the paths into each state. If only a few different counts occur, whatever the
 * text, the matching time is proportional to the text. A path into a final state ends the search, so there is never
 * more than one.
 */
export function countPaths(automaton: Automaton, limit: StepLimit): PathCount {
  const { samples } = automaton.alphabet;
  const movesFrom = movesOf(automaton);
  const seen = new Set([String.fromCharCode(0, 1)]);
  const pending: { readonly counts: Counts; readonly text: string }[] = [{ counts: [0, 1], text: "" }];
  const counters = samples.map((char) => ({ char, counter: pathCounter(automaton.next.length) }));
  for (const { counts, text } of pending) {
    for (let i = 0; i < counts.length; i += 2) {
      const moves = movesFrom(counts[i] ?? 0);
      for (const move of moves) counters[move.symbol]?.counter.add(move, counts[i + 1] ?? 0);
      limit.take(moves.length);
    }
    for (const { char, counter } of counters) {
      if (counter.isEmpty()) continue;
      const { counts: after, key, paths } = counter.take();
      if (paths > maxPaths) return { kind: "many", text: text + char };
      if (seen.has(key)) continue;
      seen.add(key);
      pending.push({ counts: after, text: text + char });
    }
    if (limit.isExhausted()) return { kind: "undecided" };
  }
  return { kind: "bounded" };
}

interface PathCounter {
  readonly add: (move: Move, paths: number) => void;
  readonly isEmpty: () => boolean;
  /** Returns what was added, and begins again with nothing. */
  readonly take: () => { readonly counts: Counts; readonly key: string; readonly paths: number };
}

function pathCounter(states: number): PathCounter {
  const counted = new Array<number>(states).fill(0);
  let reached: number[] = [];
  let paths = 0;
  return {
    add({ to, ways, isFinal }, own) {
      const before = counted[to] ?? 0;
      const all = isFinal ? 1 : before + own * ways;
      if (before === 0) insert(reached, to);
      paths += all - before;
      counted[to] = all;
    },
    isEmpty: () => reached.length === 0,
    take() {
      const counts: number[] = [];
      let key = "";
      for (const state of reached) {
        const count = counted[state] ?? 0;
        counts.push(state, count);
        key += String.fromCharCode(state, count);
        counted[state] = 0;
      }
      const taken = { counts, key, paths };
      reached = [];
      paths = 0;
      return taken;
    },
  };
}

/** Keeps numbers in order. They come nearly in order. */
function insert(numbers: number[], one: number): void {
  let at = numbers.length;
  for (; at > 0 && (numbers[at - 1] ?? 0) > one; at--) numbers[at] = numbers[at - 1] ?? 0;
  numbers[at] = one;
}

interface Move {
  readonly symbol: number;
  readonly to: number;
  readonly ways: number;
  readonly isFinal: boolean;
}

/** Returns a function to the moves from a state. */
function movesOf({ alphabet, masks, next, final }: Automaton): (state: number) => readonly Move[] {
  const symbols = masks.map((mask) => [...alphabet.samples.keys()].filter((symbol) => (mask >> BigInt(symbol)) & 1n));
  const known: Move[][] = [];
  return (state) =>
    (known[state] ??= [...(next[state] ?? [])].flatMap(([to, ways]) =>
      (symbols[to] ?? []).map((symbol) => ({ symbol, to, ways, isFinal: final.has(to) })),
    ));
}
