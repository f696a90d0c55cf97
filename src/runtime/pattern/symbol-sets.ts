import { sampleOf } from "./alphabet.js";
import type { Automaton } from "./automaton.js";

/**
 * The sets of symbols that lead into states, as small numbers: a search compares thousands of them. 0 is the empty set.
 */
export interface SymbolSets {
  readonly all: number;
  readonly of: (state: number) => number;
  readonly common: (a: number, b: number) => number;
  /** Returns a text with a character of each set. */
  readonly textOf: (sets: readonly number[]) => string;
}

export function symbolSetsOf({ alphabet, masks }: Automaton): SymbolSets {
  const known: bigint[] = [0n];
  const numbers = new Map<bigint, number>([[0n, 0]]);
  const commons: number[][] = [];
  const states = masks.map(numberOf);
  return {
    all: numberOf(alphabet.all),
    of: (state) => states[state] ?? 0,
    common: (a, b) => commons[a]?.[b] ?? addCommon(a, b),
    textOf: (sets) => sets.map((set) => sampleOf(alphabet, known[set] ?? 0n)).join(""),
  };

  function numberOf(mask: bigint): number {
    const number = numbers.get(mask) ?? known.push(mask) - 1;
    numbers.set(mask, number);
    return number;
  }

  function addCommon(a: number, b: number): number {
    const common = numberOf((known[a] ?? 0n) & (known[b] ?? 0n));
    commons[a] ??= [];
    commons[a][b] = common;
    return common;
  }
}
