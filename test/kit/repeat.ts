/** How often a test does something again. */
interface Times {
  /** As often as shows that it works: in `npm test`. */
  readonly usual: number;
  /** As often as finds what is rare, in minutes: in `npm run test:soak`. */
  readonly soak: number;
  /** As often as takes hours: in `TOOLGEN_SOAK=long npm run test:soak`. */
  readonly long?: number;
}

export function repeat({ usual, soak, long = soak }: Times): number {
  if (process.env.TOOLGEN_TEST_SUITE !== "soak") return usual;
  return process.env.TOOLGEN_SOAK === "long" ? long : soak;
}
