import { afterAll } from "vitest";

// Vitest runs this before each file. Hooks of a setup file run after those of the file itself.
if (process.env.TOOLGEN_TEST_TIMES !== undefined) {
  const { takeCost } = await import("./file-cost.js");
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures a hook takes.
  afterAll(({}, file) => {
    file.meta.cost = takeCost();
  });
}
