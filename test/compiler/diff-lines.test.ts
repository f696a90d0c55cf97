import fc from "fast-check";
import { expect, it } from "vitest";
import { commonStart, diff } from "../../src/compiler/example-result.js";
import type { JsonValue } from "../../src/contract/json-value.js";

const signs = { both: " ", expected: "-", got: "+" };
const shown = (expected: JsonValue, got: JsonValue) => diff({ expected, got }).map(({ side, text }) => `${signs[side]}${text}`);

it("shows an argument that is missing and one that is too many between those that are right", () => {
  expect(shown(["wc", "--lines", "a", "c"], ["wc", "--lines", "--", "a"])).toEqual([' "wc"', ' "--lines"', '+"--"', ' "a"', '-"c"']);
});

it("shows what is expected before what was got in its place", () => {
  expect(shown(["a", "b", "c"], ["a", "x", "y", "c"])).toEqual([' "a"', '-"b"', '+"x"', '+"y"', ' "c"']);
});

it("compares texts by lines, and shows the line end that one of them lacks", () => {
  expect(shown("one\ntwo\n", "one\ntwo")).toEqual([' "one\\n"', '-"two\\n"', '+"two"']);
  expect(shown("", "a")).toEqual(['-""', '+"a"']);
});

it("shows neither the order of keys nor the commas of JSON as a difference", () => {
  expect(shown({ a: 1, b: [1, 2] }, { b: [1], a: 1 })).toEqual([" {", '   "a": 1', '   "b": [', "     1", "-    2", "   ]", " }"]);
});

it("gives both sides back whole, whatever they are", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (expected, got) => {
      const compared = diff({ expected, got });
      const side = (wanted: "expected" | "got") => compared.filter((line) => line.side !== (wanted === "got" ? "expected" : "got"));
      expect(side("expected").map(({ text }) => JSON.parse(text))).toEqual(expected);
      expect(side("got").map(({ text }) => JSON.parse(text))).toEqual(got);
    }),
  );
});

it("stays quick with thousands of lines that all differ", () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word}${i}`);
  expect(diff({ expected: many("a"), got: many("b") })).toHaveLength(40_000);
});

it("finds the first place where two lines part", () => {
  expect(commonStart("--line", "--lines")).toBe(6);
  expect(commonStart("a", "b")).toBe(0);
});
