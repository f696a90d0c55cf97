import fc from "fast-check";

/** The seed of random tests in CI. Elsewhere each run has another one. */
export const ciSeed = 20_251_123;

const { CI, TOOLGEN_SEED } = process.env;
if (TOOLGEN_SEED !== undefined) fc.configureGlobal({ seed: Number(TOOLGEN_SEED) });
else if (CI) fc.configureGlobal({ seed: ciSeed });
