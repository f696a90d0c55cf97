import { sampleOf } from "./alphabet.js";
import type { Automaton } from "./automaton.js";
import { type LimitedSearch, limitedSearch, type Search, type StepLimit } from "./step-limit.js";

/** A text that makes a matcher slow is `prefix`, then `pump` repeated, then something that doesn't match. */
export interface Pump {
  readonly prefix: string;
  readonly pump: string;
}

/** How the number of paths grows with the text: not at all, polynomially, or exponentially. */
type Growth =
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

/**
 * The sets of symbols that lead into states, as small numbers: a search compares thousands of them. 0 is the empty set.
 */
interface SymbolSets {
  readonly all: number;
  readonly of: (state: number) => number;
  readonly common: (a: number, b: number) => number;
  /** Returns a text with a character of each set. */
  readonly textOf: (sets: readonly number[]) => string;
}

function symbolSetsOf({ alphabet, masks }: Automaton): SymbolSets {
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

/**
 * Returns the strongly connected components of a graph, by Tarjan's algorithm without recursion: the component number
 * of each node.
 */
function componentsOf<Node>(nodes: Iterable<Node>, next: (node: Node) => Iterable<Node>): ReadonlyMap<Node, number> {
  const index = new Map<Node, number>();
  const low = new Map<Node, number>();
  const component = new Map<Node, number>();
  const stack: Node[] = [];
  let components = 0;
  for (const root of nodes) {
    if (index.has(root)) continue;
    const work = [enter(root)];
    for (let frame = work.at(-1); frame !== undefined; frame = work.at(-1)) {
      const { node, rest } = frame;
      const { done, value: to } = rest.next();
      if (!done) {
        if (!index.has(to)) work.push(enter(to));
        else if (!component.has(to)) low.set(node, Math.min(low.get(node) ?? 0, index.get(to) ?? 0));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        component.set(member, components);
        if (member === node) break;
      }
      components++;
    }
  }
  return component;

  function enter(node: Node) {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    return { node, rest: next(node)[Symbol.iterator]() };
  }
}
