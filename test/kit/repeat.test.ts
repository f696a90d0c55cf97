import { expect, it } from "vitest";
import { drawSample } from "./repeat.js";

const cases = Array.from({ length: 300 }, (_, index) => ({ index, kind: index < 290 ? "usual" : `rare ${index}` }));

const sample = (usual: number, seed: number) => drawSample(cases, { usual, kind: ({ kind }) => kind }, seed);

it("draws a sample in the order of its cases, with each kind in it, and the same one for the same seed", () => {
  const drawn = sample(20, 7);
  expect(drawn).toHaveLength(20);
  expect(drawn).toEqual([...drawn].sort((a, b) => a.index - b.index));
  expect(drawn.filter(({ kind }) => kind !== "usual")).toHaveLength(10);
  expect(sample(20, 7)).toEqual(drawn);
  expect(sample(20, 8)).not.toEqual(drawn);
});

it("draws one case of each kind where there are more kinds than the sample has places", () => {
  expect(new Set(sample(3, 1).map(({ kind }) => kind)).size).toBe(11);
});
