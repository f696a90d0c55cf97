import type { Pump } from "./ambiguity-growth.js";
import type { Automaton } from "./automaton.js";

/** A text on which a pattern is slow: `prefix`, then `pump` repeated, then `suffix`. */
export interface Attack extends Pump {
  readonly suffix: string;
}

/** Enough for the states that a pump reaches. */
const turns = 4;

/** Completes an attack with an ending that the pattern doesn't match: only then must a matcher try every path. */
export function attackOf(automaton: Automaton, { prefix, pump }: Pump): Attack {
  const { samples } = automaton.alphabet;
  const endings = ["", ...samples.toReversed(), ...samples.map((char) => char + char), ...samples.map((char) => `\n${char}`)];
  const before = follow(automaton, new Set([0]), prefix + pump.repeat(turns));
  const suffix = before && endings.find((ending) => isRejected(automaton, follow(automaton, before, ending)));
  return { prefix, pump, suffix: suffix ?? "" };
}

/** Returns the states that a text leads to; `undefined` if the pattern has matched before its end. */
function follow({ alphabet, masks, next, final }: Automaton, start: ReadonlySet<number>, text: string): ReadonlySet<number> | undefined {
  let states = start;
  for (const char of text) {
    const symbol = alphabet.samples.indexOf(char);
    const reached = [...states].flatMap((state) => [...(next[state]?.keys() ?? [])]);
    states = new Set(reached.filter((state) => ((masks[state] ?? 0n) >> BigInt(Math.max(0, symbol))) & 1n));
    if ([...states].some((state) => final.has(state))) return undefined;
  }
  return states;
}

const isRejected = ({ accepting }: Automaton, states: ReadonlySet<number> | undefined) =>
  states !== undefined && ![...states].some((state) => accepting.has(state));
