/** The limits of a loop. `Infinity` removes a limit. */
export interface AgenticLoopLimits {
  /** Turns of the model. By default 50. */
  readonly turns: number;
  /**
   * Input and output tokens of all turns together, as the provider counts them. An answer that exceeds the limit is
   * aborted; until the provider has counted, four bytes are one token. By default 2,000,000.
   */
  readonly tokens: number;
  /** By default half an hour, including the time spent waiting for answers. */
  readonly milliseconds: number;
  /**
   * After this many equal calls in a row (or rounds of two, three or four calls), the loop tells the model so; at twice
   * that the loop ends. By default 3.
   */
  readonly repeats: number;
  /** Calls that run at the same time. By default 8. */
  readonly parallel: number;
}

const defaults: AgenticLoopLimits = { turns: 50, tokens: 2_000_000, milliseconds: 30 * 60_000, repeats: 3, parallel: 8 };

/** Returns the limits of a loop. Throws a `TypeError` for invalid limits. */
export function loopLimits(given: Partial<AgenticLoopLimits> = {}): AgenticLoopLimits {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits = { ...defaults, ...Object.fromEntries(defined) };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaults, name)) throw new TypeError(`limits.${name} is unknown: there are ${Object.keys(defaults).join(", ")}.`);
    if (value !== Number.POSITIVE_INFINITY && !(Number.isInteger(value) && value > 0)) {
      throw new TypeError(`limits.${name} must be a whole number above 0, or Infinity, and is ${String(value)}.`);
    }
  }
  return limits;
}
