import { interruptAfter, TimeLimitReached } from "../io/interrupt-after.js";
import { isPlainlyLinear } from "./plainly-linear.js";

/** The time limit of a pattern that no build has proven to be fast. */
const limitMs = 1000;

/** A pattern took too long for a text, so its result is unknown. */
export class SlowMatch extends Error {
  constructor(pattern: string) {
    super(`The pattern ${JSON.stringify(pattern)} takes longer than ${limitMs / 1000} s for a value of this call`);
  }
}

/** Matches a pattern of JSON Schema that may be slow. Throws `SlowMatch` at the time limit. */
export function matchesWithLimit(pattern: string, text: string): boolean {
  const regex = new RegExp(pattern, "u");
  if (isPlainlyLinear(pattern)) return regex.test(text);
  try {
    return interruptAfter(limitMs, () => regex.test(text));
  } catch (error) {
    throw error instanceof TimeLimitReached ? new SlowMatch(pattern) : error;
  }
}
