import { Script } from "node:vm";
import { expect, it } from "vitest";
import { patternCost } from "../../../src/runtime/pattern/pattern-cost.js";
import { isPlainlyLinear } from "../../../src/runtime/pattern/plainly-linear.js";
import { patterns } from "./patterns.js";

const shortOf = (pattern: string) => {
  const cost = patternCost(pattern);
  return cost.kind === "linear" ? 1 : cost.kind === "polynomial" ? cost.exponent : cost.kind;
};

it.each(patterns)("knows how long %s may take: %s", (pattern, cost) => {
  expect(shortOf(pattern)).toBe(cost);
});

it("calls no other pattern linear by its text alone", () => {
  const plain = patterns.filter(([pattern]) => isPlainlyLinear(pattern));
  expect(plain.length).toBeGreaterThan(5);
  expect(plain.filter(([, cost]) => cost !== 1)).toEqual([]);
});

it("calls combinations of characters and repetitions linear by their text alone only if they are", () => {
  const parts = ["a", "[a-z]", "-", "b*", "[bc]+", "d?", "a{3}", "a{2,5}", "[ab]{1,}", "\\w{0,62}", "\\{2,3\\}", "[{2}]", "."];
  const texts = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)));
  const plain = texts.flatMap((text) => [text, `^${text}`, `^${text}$`]).filter(isPlainlyLinear);
  expect(plain.length).toBeGreaterThan(1000);
  expect(plain.filter((pattern) => shortOf(pattern) !== 1)).toEqual([]);
});

it("takes names, hashes and dates for linear by their text alone, but not many fixed repetitions", () => {
  const names = ["^[a-z][a-z0-9-]{0,62}$", "^[0-9a-f]{7,40}$", "^\\d{4}-\\d{2}-\\d{2}$"];
  expect(names.filter(isPlainlyLinear)).toEqual(names);
  const long = ["^a*a{300}$", `^a*${"a{99}".repeat(30)}$`, "[a-z]{2,3}", "^a{1,2}a{1,2}$", "^(?:a{2}){3,}$"];
  expect(long.filter(isPlainlyLinear)).toEqual([]);
});

/** Ends a match after this time: what is exponential wouldn't have ended in a thousand years. */
const timeout = 300;

it.each(
  patterns.flatMap(([pattern]) => {
    const cost = patternCost(pattern);
    return cost.kind === "exponential" && cost.attack !== undefined && cost.attack.pump !== "" ? [[pattern, cost.attack] as const] : [];
  }),
)("finds a text that keeps %s busy: %s", (pattern, { prefix, pump, suffix }) => {
  const text = prefix + pump.repeat(60) + suffix;
  const match = new Script(`new RegExp(${JSON.stringify(pattern)}, "u").test(${JSON.stringify(text)})`);
  expect(() => match.runInNewContext({}, { timeout })).toThrow(/timed out/);
});

it("ends for patterns that are made to keep a check busy", () => {
  const classes = Array.from({ length: 5000 }, (_, i) => `[${String.fromCodePoint(0x4e00 + i)}a]`).join("");
  const hostile = [
    "(?:(?:(?:(?:){500}){500}){500}){500}",
    "(?:(?:a?){500}){500}",
    "(a*)".repeat(200),
    `^${"[a-z]*".repeat(300)}$`,
    classes,
    `${"(?:a|b|c|d|ab|bc|cd|abc)*".repeat(20)}$`,
    "a{0,65535}b{0,65535}c",
    `${"(?=".repeat(40)}a*${")".repeat(40)}$`,
    `${"(".repeat(3000)}a${")".repeat(3000)}`,
    `^(?:${Array.from({ length: 590 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("|")})*$`,
  ];
  for (const pattern of hostile) expect(["linear", "polynomial", "exponential", "unknown"]).toContain(patternCost(pattern).kind);
});
