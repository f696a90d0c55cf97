import type { Attack } from "./attack.js";
import { type PatternCost, patternCost } from "./pattern-cost.js";
import { isPlainlyLinear } from "./plainly-linear.js";

/** Why a pattern isn't accepted, and what to write instead. */
export interface SlowPattern {
  readonly kind: Exclude<PatternCost["kind"], "linear">;
  readonly problem: string;
  readonly help: string;
}

export interface PatternUse {
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
