/** The seed of random tests and of samples in CI. Elsewhere each run has another one. */
export const ciSeed = 20_251_123;

/** How often a test does something again. */
interface Times {
  /** As often as shows that it works: in `npm test`. */
  readonly usual: number;
  /** As often as finds what is rare, in minutes: in `npm run test:soak`. */
  readonly soak: number;
  /** As often as takes hours: in `TOOLGEN_SOAK=long npm run test:soak`. */
  readonly long?: number;
}

export const isSoak = process.env.TOOLGEN_TEST_SUITE === "soak";

export function repeat({ usual, soak, long = soak }: Times): number {
  if (!isSoak) return usual;
  return process.env.TOOLGEN_SOAK === "long" ? long : soak;
}

interface Sample<T> {
  /** The size of the sample. It is larger if there are more kinds of cases. */
  readonly usual: number;
  /** Names what a case shows. Each kind is in each sample, and no kind has a second case before all have one. */
  readonly kind?: (one: T) => string;
}

/**
 * All cases in `npm run test:soak`, otherwise a sample of them in their order. CI draws the same sample each time, from
 * `TOOLGEN_SEED` or a fixed seed. Elsewhere each run draws another one.
 */
export function sampled<T>(cases: readonly T[], { usual, kind = () => "" }: Sample<T>): readonly T[] {
  if (isSoak || usual >= cases.length) return cases;
  const { CI, TOOLGEN_SEED = CI ? ciSeed : Math.random() * 2 ** 32 } = process.env;
  return drawSample(cases, { usual, kind }, Number(TOOLGEN_SEED));
}

/** The same sample for the same seed. */
export function drawSample<T>(cases: readonly T[], { usual, kind }: Required<Sample<T>>, seed: number): readonly T[] {
  const random = randomNumbers(seed);
  const drawn = cases.map((_, index) => ({ index, order: random() })).sort((a, b) => a.order - b.order);
  const rounds = new Map<string, number>();
  const ranked = drawn.map(({ index }) => {
    const name = kind(cases[index] as T);
    const round = rounds.get(name) ?? 0;
    rounds.set(name, round + 1);
    return { index, round };
  });
  const size = Math.max(usual, rounds.size);
  const chosen = ranked.sort((a, b) => a.round - b.round).slice(0, size);
  return chosen
    .map(({ index }) => index)
    .sort((a, b) => a - b)
    .map((index) => cases[index] as T);
}

/** Numbers from 0 to below 1, the same for the same seed: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
