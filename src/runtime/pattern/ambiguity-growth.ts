import { sampleOf } from "./alphabet.js";
import type { Automaton } from "./automaton.js";
import { componentsOf } from "./components.js";
import { type LimitedSearch, limitedSearch } from "./limited-search.js";

/** A text that makes a matcher slow is `prefix`, then `pump` repeated, then something that doesn't match. */
export interface Pump {
  readonly prefix: string;
  readonly pump: string;
}

/** How the number of paths grows with the text: not at all, polynomially, or exponentially. */
export type Growth =
  | { readonly kind: "none" | "undecided" }
  | { readonly kind: "polynomial"; readonly degree: number; readonly pump: Pump }
  | { readonly kind: "exponential"; readonly pump: Pump };

/** The step limit of all searches together. */
const maxSteps = 60_000;

/**
 * Decides how ambiguous an automaton is. It is exponentially ambiguous if a state has two different paths back to
 * itself for the same text. The degree of a polynomial is the longest chain of states p, q with a text that leads from
 * p to p, from p to q and from q to q (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991). A
 * matcher that reaches a final state has found a match, so failed attempts leave the path to the match once and stay
 * outside the final states.
 */
export function ambiguityGrowth(automaton: Automaton): Growth {
  const search = limitedSearch(maxSteps);
  const failing = [...automaton.next.keys()].filter((state) => !automaton.final.has(state));
  const inVain = subgraph(automaton, failing);
  const growth = twoWaysBack({ automaton, search }, inVain) ?? chains({ automaton, search }, inVain);
  return growth.kind === "none" && search.isExhausted() ? { kind: "undecided" } : growth;
}

/** Some of an automaton's states, with the component of each. */
interface Subgraph {
  readonly component: ReadonlyMap<number, number>;
  /** The states on a cycle. */
  readonly cyclic: readonly number[];
  /** An edge between states of one component. */
  readonly stays: Allows;
}

function subgraph({ next }: Automaton, states: readonly number[]): Subgraph {
  const among = new Set(states);
  const successors = (state: number) => [...(next[state]?.keys() ?? [])].filter((to) => among.has(to));
  const component = componentsOf(states, successors);
  const stays: Allows = (from, to) => among.has(to) && component.get(from) === component.get(to);
  return { component, stays, cyclic: states.filter((state) => successors(state).some((to) => stays(state, to))) };
}

/** The state of a search, with the remaining steps that all searches may take. */
interface Searched {
  readonly automaton: Automaton;
  readonly search: LimitedSearch;
}

/** Finds two different paths from a state back to itself for one text. */
function twoWaysBack({ automaton, search }: Searched, { cyclic, stays }: Subgraph): Growth | undefined {
  const { next, masks, alphabet } = automaton;
  for (const from of cyclic)
    for (const [to, ways] of next[from] ?? []) {
      if (ways < 2 || !stays(from, to)) continue;
      const first = sampleOf(alphabet, masks[to] ?? 0n);
      const rest =
        to === from ? "" : search.find({ start: [to], isEnd: ([at]) => at === from, next: (at) => together(automaton, at, () => stays) });
      if (rest !== undefined) return { kind: "exponential", pump: pumpOf({ automaton, search }, from, first + rest) };
    }
  for (const state of cyclic) {
    // The third number records that the two paths have diverged.
    const pump = search.find({
      start: [state, state, 0],
      isEnd: ([a, b, apart]) => a === state && b === state && apart === 1,
      next: ([a = 0, b = 0, apart = 0]) =>
        together(automaton, [a, b], () => stays).map(({ to: [c = 0, d = 0], char }) => ({
          to: [c, d, apart === 1 || c !== d ? 1 : 0],
          char,
        })),
    });
    if (pump !== undefined) return { kind: "exponential", pump: pumpOf({ automaton, search }, state, pump) };
  }
  return undefined;
}

interface Link {
  /** A component, or the path to a match. */
  readonly from: number | "match";
  readonly to: number;
  readonly pump: Pump;
}

function chains({ automaton, search }: Searched, inVain: Subgraph): Growth {
  const whole = subgraph(automaton, [...automaton.next.keys()]);
  const links: Link[] = [];
  for (const p of whole.cyclic) {
    const isFinal = automaton.final.has(p);
    const before = isFinal ? whole : inVain;
    const from = isFinal ? "match" : inVain.component.get(p);
    for (const q of inVain.cyclic) {
      const to = inVain.component.get(q) ?? 0;
      if (from === undefined || from === to || links.some((link) => link.from === from && link.to === to)) continue;
      const text = search.find({
        start: [p, p, q],
        isEnd: ([a, b, c]) => a === p && b === q && c === q,
        next: (at) => together(automaton, at, (copy) => [before.stays, anywhere, inVain.stays][copy] ?? anywhere),
      });
      if (text !== undefined) links.push({ from, to, pump: pumpOf({ automaton, search }, p, text) });
    }
  }
  const [first] = links;
  if (first === undefined) return { kind: "none" };
  // A chain that isn't known to be complete may be longer.
  if (search.isExhausted()) return { kind: "undecided" };
  return { kind: "polynomial", degree: longestChain(links, automaton, inVain), pump: first.pump };
}

/** Links form a chain if the end of one leads to the beginning of the next. The path to a match is left once. */
function longestChain(links: readonly Link[], { next }: Automaton, { component }: Subgraph): number {
  const last = Math.max(...component.values());
  const longest: number[] = [];
  // Components lead only to components with smaller numbers.
  for (let own = 0; own <= last; own++) {
    const members = [...component].flatMap(([state, of]) => (of === own ? [state] : []));
    const reached = members.flatMap((state) => [...(next[state]?.keys() ?? [])]).map((state) => component.get(state));
    const passed = reached.map((to) => (to === undefined || to === own ? 0 : (longest[to] ?? 0)));
    const linked = links.filter(({ from }) => from === own).map(({ to }) => 1 + (longest[to] ?? 0));
    longest.push(Math.max(0, ...passed, ...linked));
  }
  const left = links.filter(({ from }) => from === "match").map(({ to }) => 1 + (longest[to] ?? 0));
  return Math.max(...longest, ...left);
}

function pumpOf({ automaton, search }: Searched, state: number, pump: string): Pump {
  if (state === 0) return { prefix: "", pump };
  const prefix = search.find({ start: [0], isEnd: ([at]) => at === state, next: (at) => together(automaton, at, () => anywhere) });
  return { prefix: prefix ?? "", pump };
}

interface Move {
  readonly to: readonly number[];
  readonly char: string;
}

type Allows = (from: number, to: number) => boolean;

const anywhere: Allows = () => true;

/**
 * The states that several copies of an automaton reach together, each on its allowed paths, by one character that all
 * of them accept.
 */
function together({ next, masks, alphabet }: Automaton, at: readonly number[], allowed: (copy: number) => Allows): readonly Move[] {
  let reached: readonly { readonly to: readonly number[]; readonly mask: bigint }[] = [{ to: [], mask: alphabet.all }];
  for (const [copy, from] of at.entries()) {
    const ways = [...(next[from]?.keys() ?? [])].filter((to) => allowed(copy)(from, to));
    reached = reached.flatMap(({ to, mask }) =>
      ways.flatMap((state) => {
        const common = mask & (masks[state] ?? 0n);
        return common === 0n ? [] : [{ to: [...to, state], mask: common }];
      }),
    );
  }
  return reached.map(({ to, mask }) => ({ to, char: sampleOf(alphabet, mask) }));
}
