import type { AST } from "@eslint-community/regexpp";
import { type Alphabet, alphabetOf, type CharElement, expansionOf } from "./alphabet.js";
import type { StepLimit } from "./step-limit.js";

/**
 * The automaton of a pattern's positions (Glushkov): a state for each element that matches a character, and for each
 * pair of states the number of ways in which a backtracking matcher gets from one to the other. State 0 is the start.
 */
export interface Automaton {
  readonly alphabet: Alphabet;
  /** The characters that lead into a state. */
  readonly masks: readonly bigint[];
  readonly next: readonly ReadonlyMap<number, number>[];
  /** States from which the pattern has matched whatever follows. A matcher never backtracks from one. */
  readonly final: ReadonlySet<number>;
  /** States from which the pattern may have matched, if assertions hold or the text ends. */
  readonly accepting: ReadonlySet<number>;
  readonly lookarounds: readonly Lookaround[];
  /** True if limited repetitions were made unlimited. */
  readonly isRelaxed: boolean;
}

export interface Lookaround {
  readonly assertion: AST.LookaroundAssertion;
  /** Precedes everything that repeats, so a matcher tries it a limited number of times. */
  readonly isEarly: boolean;
}

/** A pattern that can't be converted: because of a `backreference`, or its `size`. */
export class UnsupportedPattern extends Error {
  constructor(readonly reason: "backreference" | "size") {
    super(reason);
  }
}

function tooLarge(): never {
  throw new UnsupportedPattern("size");
}

export interface AutomatonOptions {
  readonly flags: string;
  /** True for a pattern without `^`, which is tried at every position of a text. */
  readonly searches: boolean;
  /**
   * A limited repetition of more than one counts as unlimited: a small automaton that has at least the paths of the
   * exact one.
   */
  readonly isRelaxed: boolean;
  readonly limit: StepLimit;
}

const maxStates = 600;
/** Nested repetitions multiply, also where they match nothing. */
const maxElements = 4_000;
/** Many alternatives in a repetition can each follow each other. */
const maxEdges = 8_000;
const manyWays = 1e6;

/** A part of a pattern: its first and last states, and the number of ways through it that match nothing. */
interface Fragment {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, End>;
  readonly empty: End;
}

/** `isFree`: there is no assertion on the way. */
interface End {
  readonly ways: number;
  readonly isFree: boolean;
}

const nothing: Fragment = { first: new Map(), last: new Map(), empty: { ways: 1, isFree: true } };
const never: Fragment = { first: new Map(), last: new Map(), empty: { ways: 0, isFree: false } };
const assertion: Fragment = { first: new Map(), last: new Map(), empty: { ways: 1, isFree: false } };

/** Builds the automaton of alternatives: of a pattern, or of the body of a lookaround. */
export function automatonOf(alternatives: readonly AST.Alternative[], { flags, searches, isRelaxed, limit }: AutomatonOptions): Automaton {
  const chars = alternatives.flatMap(charElements);
  const { states, elements } = expansionOf(alternatives, isRelaxed);
  if (Math.max(chars.length, states) > maxStates || elements > maxElements) tooLarge();
  const alphabet = alphabetOf(chars, { flags, limit }) ?? tooLarge();
  const masks: bigint[] = [alphabet.all];
  const next: Map<number, number>[] = [new Map()];
  const lookarounds = new Map<AST.LookaroundAssertion, Lookaround>();
  let edges = 0;
  let repeats = searches;
  let wasRelaxed = false;

  const either = (parts: readonly AST.Alternative[]): Fragment => union(...parts.map((part) => sequence(part.elements)));
  const sequence = (parts: readonly AST.Element[]): Fragment => parts.reduce((before, element) => concat(before, one(element)), nothing);

  function one(element: AST.Element): Fragment {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return state(element);
      case "Group":
      case "CapturingGroup":
        return either(element.alternatives);
      case "Quantifier":
        return repetition(element);
      case "Assertion":
        if (element.kind === "lookahead" || element.kind === "lookbehind")
          lookarounds.set(element, { assertion: element, isEarly: !repeats });
        return assertion;
      default:
        throw new UnsupportedPattern("backreference");
    }
  }

  function state(element: CharElement): Fragment {
    const id = masks.push(alphabet.maskOf(element)) - 1;
    next.push(new Map());
    return { first: new Map([[id, 1]]), last: new Map([[id, { ways: 1, isFree: true }]]), empty: never.empty };
  }

  function repetition({ element, min, max }: AST.Quantifier): Fragment {
    if (max === 0) return nothing;
    if (max > 1) repeats = true;
    const body = one(element);
    if (max === 1) return min === 1 ? body : union(body, nothing);
    const isUnlimited = max === Number.POSITIVE_INFINITY;
    if (isRelaxed && (!isUnlimited || min > 1)) wasRelaxed = true;
    if (isRelaxed && body.empty.ways === 0) return min === 0 ? union(loop(body), nothing) : loop(body);
    if (isUnlimited && min <= 1) return min === 0 ? star(body) : concat(body, star(one(element)));
    let before = min === 0 ? nothing : body;
    for (let i = 1; i < min; i++) before = concat(before, one(element));
    if (isUnlimited || isRelaxed) return max === min ? before : concat(before, star(one(element)));
    let rest = nothing;
    for (let i = min; i < max; i++) rest = union(concat(one(element), rest), nothing);
    return concat(before, rest);
  }

  /** One or more times. */
  function loop(body: Fragment): Fragment {
    connect(body, body);
    return body;
  }

  /** A matcher abandons an iteration that matches nothing. */
  function star(body: Fragment): Fragment {
    return union({ ...loop(body), empty: never.empty }, nothing);
  }

  function connect(before: Fragment, after: Fragment): void {
    edges += before.last.size * after.first.size;
    if (!limit.take(before.last.size * after.first.size) || edges > maxEdges) tooLarge();
    for (const [from, { ways }] of before.last)
      for (const [to, more] of after.first) next[from]?.set(to, Math.min(manyWays, (next[from]?.get(to) ?? 0) + ways * more));
  }

  function concat(before: Fragment, after: Fragment): Fragment {
    connect(before, after);
    limit.take((before.first.size + after.last.size) / 4);
    return {
      first:
        before.empty.ways === 0
          ? before.first
          : sum(before.first, new Map([...after.first].map(([id, ways]) => [id, ways * before.empty.ways] as const))),
      last:
        after.empty.ways === 0
          ? after.last
          : sumEnds(after.last, new Map([...before.last].map(([id, end]) => [id, through(end, after.empty)] as const))),
      empty: through(before.empty, after.empty),
    };
  }

  const whole = either(alternatives);
  for (const [to, ways] of whole.first) next[0]?.set(to, ways);
  if (searches) next[0]?.set(0, 1);
  const final = new Set([...whole.last].flatMap(([id, { isFree }]) => (isFree ? [id] : [])));
  const accepting = new Set([...whole.last.keys(), ...(whole.empty.ways > 0 ? [0] : [])]);
  return { alphabet, masks, next, final, accepting, lookarounds: [...lookarounds.values()], isRelaxed: wasRelaxed };
}

function union(...parts: readonly Fragment[]): Fragment {
  return {
    first: sum(...parts.map(({ first }) => first)),
    last: sumEnds(...parts.map(({ last }) => last)),
    empty: parts.map(({ empty }) => empty).reduce(eitherEnd, never.empty),
  };
}

function sum(...parts: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const [only, ...others] = parts.filter(({ size }) => size > 0);
  if (only !== undefined && others.length === 0) return only;
  const all = new Map<number, number>();
  for (const part of parts) for (const [id, ways] of part) all.set(id, Math.min(manyWays, (all.get(id) ?? 0) + ways));
  return all;
}

function sumEnds(...parts: readonly ReadonlyMap<number, End>[]): ReadonlyMap<number, End> {
  const [only, ...others] = parts.filter(({ size }) => size > 0);
  if (only !== undefined && others.length === 0) return only;
  const all = new Map<number, End>();
  for (const part of parts) for (const [id, end] of part) all.set(id, eitherEnd(all.get(id) ?? never.empty, end));
  return all;
}

const eitherEnd = (a: End, b: End): End => ({ ways: Math.min(manyWays, a.ways + b.ways), isFree: a.isFree || b.isFree });

const through = (a: End, b: End): End => ({ ways: Math.min(manyWays, a.ways * b.ways), isFree: a.isFree && b.isFree });

/** Returns the elements that match a character, without lookarounds. */
function charElements(part: AST.Alternative): readonly CharElement[] {
  return part.elements.flatMap((element) => elementChars(element));
}

function elementChars(element: AST.Element): readonly CharElement[] {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return [element];
    case "Group":
    case "CapturingGroup":
      return element.alternatives.flatMap(charElements);
    case "Quantifier":
      return elementChars(element.element);
    default:
      return [];
  }
}
