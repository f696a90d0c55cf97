import fc from "fast-check";
import { expect, it } from "vitest";
import { booleanFromText, numberFromText } from "../../../src/contract/json-value.js";

const texts: readonly (readonly [text: string, integer: number | undefined, number: number | undefined])[] = [
  ["5", 5, 5],
  ["-5", -5, -5],
  ["0", 0, 0],
  ["-0", 0, 0],
  ["5.0", 5, 5],
  ["1e3", 1000, 1000],
  ["1.50", undefined, 1.5],
  ["0.1", undefined, 0.1],
  ["2.5E-3", undefined, 0.0025],
  ["1e21", undefined, 1e21],
  ["9007199254740991", 9007199254740991, 9007199254740991],
  ["9007199254740993", undefined, undefined],
  ["0.1000000000000000000001", undefined, undefined],
  ["1e999", undefined, undefined],
  ["1e-999", undefined, undefined],
  ["10-20", undefined, undefined],
  ["1,000", undefined, undefined],
  ["", undefined, undefined],
  [" 5", undefined, undefined],
  ["5\n", undefined, undefined],
  ["0x10", undefined, undefined],
  ["+5", 5, 5],
  ["+0", 0, 0],
  ["+2.5", undefined, 2.5],
  ["+9007199254740993", undefined, undefined],
  ["+-5", undefined, undefined],
  ["++5", undefined, undefined],
  ["+", undefined, undefined],
  ["+ 5", undefined, undefined],
  ["+05", undefined, undefined],
  ["05", undefined, undefined],
  [".5", undefined, undefined],
  ["5.", undefined, undefined],
  ["NaN", undefined, undefined],
  ["Infinity", undefined, undefined],
  ["٥", undefined, undefined],
  ["5".repeat(100_000), undefined, undefined],
];

it.each(texts)("reads %j as the integer %j and the number %j", (text, integer, number) => {
  expect(numberFromText(text, true)).toBe(integer);
  expect(numberFromText(text, false)).toBe(number);
});

it("reads back every finite number from its JSON text", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(numberFromText(JSON.stringify(number), false)).toBe(number === 0 ? 0 : number);
    }),
  );
});

it("reads only the two words of JSON as booleans, in any case", () => {
  expect(["true", "false", "True", "FALSE"].map(booleanFromText)).toEqual([true, false, true, false]);
  expect(["1", "yes", "", " true", "t"].map(booleanFromText)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
