import { expect, it } from "vitest";
import { expansionOf } from "../../../src/call/pattern/alphabet.js";
import { parsePattern } from "../../../src/call/slow-pattern.js";

const sizeOf = (pattern: string, isRelaxed = false) => expansionOf(parsePattern(pattern)?.alternatives ?? [], isRelaxed);

it.each([
  ["abc", 3],
  ["a{3}", 3],
  ["a{0,3}", 4],
  ["a{2,}", 3],
  ["(?:ab){2,4}|c", 9],
  ["^(?:[a-z]{0,300}[0-9]{0,300}){2}$", 1204],
  ["(?:(?:a?){500}){500}", 250_000],
  ["(?=aaa)b", 1],
])("counts the states of %s without building its automaton", (pattern, states) => {
  expect(sizeOf(pattern).states).toBe(states);
});

it("counts a limited repetition once where it stands for an unlimited one", () => {
  expect(sizeOf("^(?:[a-z]{1,300}[0-9]{1,300}){2}$", true).states).toBe(2);
});

it("counts what repeats without a character", () => {
  expect(sizeOf("(?:(?:(?:){500}){500}){500}").elements).toBeGreaterThan(500 ** 3);
});
