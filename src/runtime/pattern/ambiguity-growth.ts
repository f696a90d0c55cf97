import type { Automaton } from "./automaton.js";
import { componentsOf } from "./components.js";
import { type LimitedSearch, limitedSearch, type Search } from "./limited-search.js";
import type { StepLimit } from "./step-limit.js";
import { type SymbolSets, symbolSetsOf } from "./symbol-sets.js";

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

/**
 * Decides how ambiguous an automaton is. It is exponentially ambiguous if a state has two different paths back to
 * itself for the same text. The degree of a polynomial is the longest chain of states p, q with a text that leads from
 * p to p, from p to q and from q to q (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991). A
 * matcher that reaches a final state has found a match, so failed attempts leave the path to the match once and stay
 * outside the final states.
 */
export function ambiguityGrowth(automaton: Automaton, limit: StepLimit): Growth {
  const search = limitedSearch(limit);
  const searched = { automaton, search, limit, sets: symbolSetsOf(automaton) };
  const failing = [...automaton.next.keys()].filter((state) => !automaton.final.has(state));
  const inVain = subgraph(automaton, failing);
  const growth = twoWaysBack(searched, inVain) ?? chains(searched, inVain);
  return growth.kind === "none" && search.isExhausted() ? { kind: "undecided" } : growth;
}

/** Some of an automaton's states, with the component of each. */
interface Subgraph {
  readonly component: ReadonlyMap<number, number>;
  /** The states on a cycle. */
  readonly cyclic: readonly number[];
  /** The states that a state leads to within its component. */
  readonly within: Successors;
}

/** The states that a state leads to. */
type Successors = readonly (readonly number[])[];

function subgraph({ next }: Automaton, states: readonly number[]): Subgraph {
  const among = new Set(states);
  const successors = (state: number) => [...(next[state]?.keys() ?? [])].filter((to) => among.has(to));
  const component = componentsOf(states, successors);
  const within = [...next.keys()].map((from) =>
    among.has(from) ? successors(from).filter((to) => component.get(from) === component.get(to)) : [],
  );
  return { component, within, cyclic: states.filter((state) => within[state]?.length) };
}

/** The state of a search, with the remaining steps that all searches may take. */
interface Searched {
  readonly automaton: Automaton;
  readonly search: LimitedSearch;
  /** The steps of all searches together. */
  readonly limit: StepLimit;
  readonly sets: SymbolSets;
}

/** Finds two different paths from a state back to itself for one text. */
function twoWaysBack(searched: Searched, { cyclic, within }: Subgraph): Growth | undefined {
  const { automaton, search, sets } = searched;
  for (const from of cyclic)
    for (const to of within[from] ?? []) {
      if ((automaton.next[from]?.get(to) ?? 0) < 2) continue;
      const rest = to === from ? [] : search.find({ start: to, end: from, visit: together(searched, [within]) });
      if (rest !== undefined) return { kind: "exponential", pump: pumpOf(searched, from, [sets.of(to), ...rest]) };
    }
  const states = automaton.next.length;
  const both = together(searched, [within, within]);
  for (const state of cyclic) {
    const start = state * states + state;
    // An odd node records that the two paths have diverged.
    const pump = search.find({
      start: start * 2,
      end: start * 2 + 1,
      visit(node, reach) {
        both(Math.floor(node / 2), (to, symbols) => {
          const isApart = node % 2 === 1 || Math.floor(to / states) !== to % states;
          reach(to * 2 + (isApart ? 1 : 0), symbols);
        });
      },
    });
    if (pump !== undefined) return { kind: "exponential", pump: pumpOf(searched, state, pump) };
  }
  return undefined;
}

interface Link {
  /** A component, or the path to a match. */
  readonly from: number | "match";
  readonly to: number;
  readonly pump: Pump;
}

function chains(searched: Searched, inVain: Subgraph): Growth {
  const { automaton, search } = searched;
  const states = automaton.next.length;
  const anywhere = automaton.next.map((edges) => [...edges.keys()]);
  const whole = subgraph(automaton, [...automaton.next.keys()]);
  const links: Link[] = [];
  for (const p of whole.cyclic) {
    const isFinal = automaton.final.has(p);
    const before = isFinal ? whole : inVain;
    const from = isFinal ? "match" : inVain.component.get(p);
    const visit = together(searched, [before.within, anywhere, inVain.within]);
    for (const q of inVain.cyclic) {
      const to = inVain.component.get(q) ?? 0;
      if (from === undefined || from === to || links.some((link) => link.from === from && link.to === to)) continue;
      const text = search.find({ start: (p * states + p) * states + q, end: (p * states + q) * states + q, visit });
      if (text !== undefined) links.push({ from, to, pump: pumpOf(searched, p, text) });
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
  const afterMatch = links.filter(({ from }) => from === "match").map(({ to }) => 1 + (longest[to] ?? 0));
  return Math.max(...longest, ...afterMatch);
}

function pumpOf(searched: Searched, state: number, pump: readonly number[]): Pump {
  const { automaton, search, sets } = searched;
  const anywhere = automaton.next.map((edges) => [...edges.keys()]);
  const prefix = state === 0 ? [] : search.find({ start: 0, end: state, visit: together(searched, [anywhere]) });
  return { prefix: sets.textOf(prefix ?? []), pump: sets.textOf(pump) };
}

/** Two states are compared in less time than a step takes. */
const comparison = 1 / 8;

/**
 * Visits the states that several copies of an automaton reach together, each by its own edges, by one character that
 * all of them accept. A node is the number that has these states as digits.
 */
function together({ automaton, sets, limit }: Searched, edges: readonly Successors[]): Search["visit"] {
  const states = automaton.next.length;
  const weights = edges.map((_, copy) => states ** (edges.length - 1 - copy));
  return (node, reach) => {
    const follow = (copy: number, reached: number, symbols: number): void => {
      const weight = weights[copy];
      if (weight === undefined) {
        reach(reached, symbols);
        return;
      }
      const successors = edges[copy]?.[Math.floor(node / weight) % states] ?? [];
      limit.take(successors.length * comparison);
      for (const to of successors) {
        const common = sets.common(symbols, sets.of(to));
        if (common !== 0) follow(copy + 1, reached * states + to, common);
      }
    };
    follow(0, 0, sets.all);
  };
}
