import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { ambiguityGrowth, type Pump } from "./pattern/ambiguity-growth.js";
import { type Automaton, automatonOf, type Lookaround, UnsupportedPattern } from "./pattern/automaton.js";
import { countPaths } from "./pattern/path-count.js";
import { type StepLimit, stepLimit } from "./pattern/step-limit.js";
import { isPlainlyLinear } from "./schema-keywords.js";

/** Why a pattern isn't accepted, and what to write instead. */
interface SlowPattern {
  readonly kind: Exclude<PatternCost["kind"], "linear">;
  readonly problem: string;
  readonly help: string;
}

interface PatternUse {
  readonly flags?: string;
  /** The length, in characters, of the longest text that is matched. */
  readonly maxLength?: number | undefined;
  /** Longer texts are matched with a time limit (`matchesWithLimit`). */
  readonly isTimed?: boolean;
}

/** The step limit of a match: about a tenth of a second. */
const maxSteps = 2 ** 24;

/** Returns the reason why a pattern could block a process for long; `undefined` if it can't. */
export function slowPattern(pattern: string, { flags = "u", maxLength, isTimed = false }: PatternUse = {}): SlowPattern | undefined {
  if (isPlainlyLinear(pattern) && !flags.includes("m")) return undefined;
  const cost = patternCost(pattern, flags);
  switch (cost.kind) {
    case "linear":
      return undefined;
    case "polynomial": {
      const longest = longestFor(cost.exponent);
      if ((maxLength !== undefined && maxLength <= longest) || (isTimed && cost.exponent === 2)) return undefined;
      const growth = cost.exponent === 2 ? "the square" : `the power ${cost.exponent}`;
      const limit = isTimed ? "" : `, or add \`maxLength: ${longest}\` or less beside \`pattern\``;
      return {
        kind: cost.kind,
        problem: `takes time that grows with ${growth} of a text's length${attackWords(cost.attack, 50_000)}`,
        help: `Begin it with \`^\` and let repetitions that follow each other have no character in common${limit}.`,
      };
    }
    case "exponential":
      return {
        kind: cost.kind,
        problem: `can take exponentially long${attackWords(cost.attack, 40)}`,
        help: "Let each text match in one way only: don't repeat what repeats already, as in `(a+)+`, or a part that can match in two ways.",
      };
    case "unknown":
      return { kind: cost.kind, ...unknownWords[cost.reason] };
  }
}

/** The longest text for which a time of this exponent is short. */
const longestFor = (exponent: number) => Math.floor(maxSteps ** (1 / exponent));

const unknownWords = {
  backreference: {
    problem: "has a backreference, so its time can't be limited",
    help: "Write out the cases: `\"[^\"]*\"|'[^']*'` instead of `([\"']).*\\1`.",
  },
  size: { problem: "is too large for its time to be checked", help: "Shorten it, or divide it: `allOf` takes several patterns." },
  syntax: { problem: "is not a regular expression", help: "Patterns are JavaScript regular expressions with the `u` flag." },
} as const;

/** Prints an attack as a JavaScript expression. */
function attackWords(attack: Attack | undefined, times: number): string {
  if (attack === undefined) return "";
  const { prefix, pump, suffix } = attack;
  const parts = [prefix && literal(prefix), pump && `${literal(pump)}.repeat(${times})`, suffix && literal(suffix)].filter(Boolean);
  return `, as for ${parts.join(" + ")}`;
}

const longestLiteral = 80;

const literal = (text: string) => JSON.stringify(text.length > longestLiteral ? `${text.slice(0, longestLiteral)}…` : text);

/**
 * The worst-case time of a backtracking matcher as a function of the text's length. `polynomial` has the exponent: with
 * 2, a text of twice the length takes four times as long. `unknown` means that nothing is proven.
 */
export type PatternCost =
  | { readonly kind: "linear" }
  | { readonly kind: "polynomial"; readonly exponent: number; readonly attack?: Attack }
  | { readonly kind: "exponential"; readonly attack?: Attack }
  | { readonly kind: "unknown"; readonly reason: "backreference" | "size" | "syntax" };

/** The step limits of a check, which takes a few milliseconds. Patterns of real specs need a thousand steps. */
const firstSteps = 6_000;
const growthSteps = 25_000;
const exactSteps = 25_000;
/** For the whole pattern, with all lookarounds. */
const allSteps = 60_000;
const maxLength = 5_000;

/**
 * Decides how long a JavaScript regular expression may take. It errs on the safe side: a pattern that it calls linear
 * is linear.
 */
export function patternCost(pattern: string, flags = "u"): PatternCost {
  if (pattern.length > maxLength) return { kind: "unknown", reason: "size" };
  const parsed = parsePattern(pattern, flags);
  if (parsed === undefined) return { kind: "unknown", reason: "syntax" };
  try {
    const searches = !flags.includes("y") && (flags.includes("m") || !parsed.alternatives.every(isAnchored));
    return costOf(withoutRest(parsed.alternatives), { flags, searches, limit: stepLimit(allSteps) });
  } catch (error) {
    if (error instanceof UnsupportedPattern) return { kind: "unknown", reason: error.reason };
    // Groups nested thousands of levels deep.
    if (error instanceof RangeError) return { kind: "unknown", reason: "size" };
    throw error;
  }
}

interface Context {
  readonly flags: string;
  readonly searches: boolean;
  readonly limit: StepLimit;
}

function costOf(alternatives: readonly AST.Alternative[], context: Context): PatternCost {
  const relaxed = automatonOf(alternatives, { ...context, isRelaxed: true });
  const own = pathCost(relaxed, () => automatonOf(alternatives, { ...context, isRelaxed: false }), context.limit);
  return relaxed.lookarounds.reduce((cost, lookaround) => withLookaround(cost, lookaround, context), own);
}

function pathCost(relaxed: Automaton, exactly: () => Automaton, limit: StepLimit): PatternCost {
  if (countPaths(relaxed, stepLimit(firstSteps, limit)).kind === "bounded") return { kind: "linear" };
  const automaton = relaxed.isRelaxed ? exactly() : relaxed;
  const growth = ambiguityGrowth(automaton, stepLimit(growthSteps, limit));
  if (growth.kind === "exponential") return { kind: "exponential", attack: attackOf(automaton, growth.pump) };
  if (growth.kind === "polynomial") return { kind: "polynomial", exponent: growth.degree + 1, attack: attackOf(automaton, growth.pump) };
  const paths = countPaths(automaton, stepLimit(exactSteps, limit));
  if (paths.kind === "bounded") return { kind: "linear" };
  // Many paths, though never more than a number that depends on the pattern: a limited repetition can be as slow as an
  // unlimited one.
  return paths.kind === "many" && growth.kind === "none"
    ? { kind: "exponential", attack: { prefix: paths.text, pump: "", suffix: "" } }
    : { kind: "unknown", reason: "size" };
}

/** A lookaround is matched again at every position that a matcher reaches it. */
function withLookaround(cost: PatternCost, { assertion, isEarly }: Lookaround, context: Context): PatternCost {
  const body = costOf(assertion.alternatives, { ...context, searches: false });
  if (cost.kind === "unknown" || body.kind === "exponential" || cost.kind === "exponential")
    return cost.kind === "linear" || cost.kind === "polynomial" ? body : cost;
  if (body.kind === "unknown") return body;
  const exponent = (isShort(assertion.alternatives) ? 0 : body.kind === "linear" ? 1 : body.exponent) + (isEarly ? 0 : exponentOf(cost));
  return exponent <= exponentOf(cost) ? cost : { ...body, ...cost, kind: "polynomial", exponent };
}

const exponentOf = (cost: { readonly kind: "linear" } | { readonly kind: "polynomial"; readonly exponent: number }) =>
  cost.kind === "linear" ? 1 : cost.exponent;

/** Nothing repeats more than a few dozen times. */
function isShort(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every(({ elements }) =>
    elements.every((element) => {
      if (element.type === "Quantifier")
        return element.max <= 64 && isShort([{ elements: [element.element] } as unknown as AST.Alternative]);
      if (element.type === "Group" || element.type === "CapturingGroup") return isShort(element.alternatives);
      return element.type !== "Assertion" || !("alternatives" in element) || isShort(element.alternatives);
    }),
  );
}

function isAnchored({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === "Group" || first?.type === "CapturingGroup") return first.alternatives.every(isAnchored);
  return first?.type === "Assertion" && first.kind === "start";
}

/** The alternatives without a trailing `[^]*$`, which matches any rest. */
function withoutRest(alternatives: readonly AST.Alternative[]): readonly AST.Alternative[] {
  return alternatives.map((alternative) => {
    const { elements } = alternative;
    const [rest, end] = elements.slice(-2);
    const isRest =
      rest?.type === "Quantifier" &&
      rest.min === 0 &&
      rest.max === Number.POSITIVE_INFINITY &&
      /^\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]$/.test(rest.element.raw);
    const isEnd = end?.type === "Assertion" && end.kind === "end";
    return isRest && isEnd ? { ...alternative, elements: elements.slice(0, -2) } : alternative;
  });
}

/** A text on which a pattern is slow: `prefix`, then `pump` repeated, then `suffix`. */
interface Attack extends Pump {
  readonly suffix: string;
}

/** Enough for the states that a pump reaches. */
const turns = 4;

/** Completes an attack with an ending that the pattern doesn't match: only then must a matcher try every path. */
function attackOf(automaton: Automaton, { prefix, pump }: Pump): Attack {
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

export type { AST } from "@eslint-community/regexpp";

/** The flags of a regular expression that affect what it matches. JSON Schema's patterns have `u`. */
type PatternFlags = string;

/** Parses a JavaScript regular expression; `undefined` if it isn't one. */
export function parsePattern(pattern: string, flags: PatternFlags = "u"): AST.Pattern | undefined {
  try {
    return new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern, 0, pattern.length, { unicode: flags.includes("u") });
  } catch {
    return undefined;
  }
}
