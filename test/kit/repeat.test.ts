import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const cases = Array.from({ length: 300 }, (_, index) => ({ index, kind: index < 290 ? "usual" : `rare ${index}` }));

async function sample(env: Readonly<Record<string, string>>, usual: number) {
  vi.resetModules();
  for (const [name, value] of Object.entries({ TOOLGEN_TEST_SUITE: "main", ...env })) vi.stubEnv(name, value);
  const { sampled } = await import("./repeat.js");
  return sampled(cases, { usual, kind: ({ kind }) => kind });
}

it("draws a sample in the order of its cases, with each kind in it, and the same one for the same seed", async () => {
  const drawn = await sample({ TOOLGEN_SEED: "7" }, 20);
  expect(drawn).toHaveLength(20);
  expect(drawn).toEqual([...drawn].sort((a, b) => a.index - b.index));
  expect(drawn.filter(({ kind }) => kind !== "usual")).toHaveLength(10);
  expect(await sample({ TOOLGEN_SEED: "7" }, 20)).toEqual(drawn);
  expect(await sample({ TOOLGEN_SEED: "8" }, 20)).not.toEqual(drawn);
});

it("draws one case of each kind where there are more kinds than the sample has places", async () => {
  expect(new Set((await sample({}, 3)).map(({ kind }) => kind)).size).toBe(11);
});

it("draws every case in the soak", async () => {
  expect(await sample({ TOOLGEN_TEST_SUITE: "soak" }, 3)).toBe(cases);
});
