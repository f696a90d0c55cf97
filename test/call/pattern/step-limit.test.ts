import { expect, it } from "vitest";
import { ambiguityGrowth } from "../../../src/call/pattern/ambiguity-growth.js";
import { automatonOf } from "../../../src/call/pattern/automaton.js";
import { countPaths } from "../../../src/call/pattern/path-count.js";
import { stepLimit } from "../../../src/call/pattern/step-limit.js";
import { parsePattern } from "../../../src/call/slow-pattern.js";

it("takes the steps of a part from the whole", () => {
  const whole = stepLimit(10);
  const part = stepLimit(100, whole);
  expect(part.take(9)).toBe(true);
  expect(whole.take(1)).toBe(false);
  expect(part.isExhausted()).toBe(true);
});

it("decides nothing with too few steps", () => {
  const { alternatives } = parsePattern("^(?:a|b|ab)*c$") ?? { alternatives: [] };
  const automaton = automatonOf(alternatives, { flags: "u", searches: false, isRelaxed: false, limit: stepLimit(10_000) });
  expect(ambiguityGrowth(automaton, stepLimit(10_000)).kind).toBe("exponential");
  expect(ambiguityGrowth(automaton, stepLimit(2)).kind).toBe("undecided");
  expect(countPaths(automaton, stepLimit(10_000)).kind).toBe("many");
  expect(countPaths(automaton, stepLimit(2)).kind).toBe("undecided");
});

it("builds no automaton with too few steps", () => {
  const { alternatives } = parsePattern("^(?:[a-z]|[0-9])*$") ?? { alternatives: [] };
  expect(() => automatonOf(alternatives, { flags: "u", searches: false, isRelaxed: false, limit: stepLimit(2) })).toThrow("size");
});
