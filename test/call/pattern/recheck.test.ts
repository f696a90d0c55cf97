import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type PatternCost, patternCost } from "../../../src/call/slow-pattern.js";

const recorded: unknown = JSON.parse(readFileSync(new URL("recheck.json", import.meta.url), "utf8"));
/** Random patterns with what the package recheck 4.5.0 says of them: the exponent of their time, or `exponential`. */
const patterns = recorded as readonly (readonly [pattern: string, cost: number | "exponential"])[];

const weight = (cost: number | "exponential") => (cost === "exponential" ? Number.POSITIVE_INFINITY : cost);

function weightOf(cost: PatternCost): number {
  if (cost.kind === "linear") return 1;
  return cost.kind === "polynomial" ? cost.exponent : Number.POSITIVE_INFINITY;
}

it("calls no pattern faster than an independent checker does", () => {
  expect(patterns.length).toBeGreaterThan(100);
  const faster = patterns.filter(([pattern, cost]) => weightOf(patternCost(pattern)) < weight(cost));
  expect(faster).toEqual([]);
});

it("proves nearly all patterns linear that are", () => {
  const linear = patterns.filter(([, cost]) => cost === 1);
  const proven = linear.filter(([pattern]) => patternCost(pattern).kind === "linear");
  expect(proven.length / linear.length).toBeGreaterThan(0.8);
});
