import { ambiguityGrowth } from "./ambiguity-growth.js";
import { type Attack, attackOf } from "./attack.js";
import { type Automaton, automatonOf, type Lookaround, UnsupportedPattern } from "./automaton.js";
import { type AST, parsePattern } from "./parse-pattern.js";
import { countPaths } from "./path-count.js";
import { type StepLimit, stepLimit } from "./step-limit.js";

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
