import fc from "fast-check";
import { expect, it } from "vitest";
import { projectExpected } from "../../src/compiler/example-result.js";
import type { JsonValue } from "../../src/contract/json-value.js";

it("keeps the keys that an expectation names, at every depth", () => {
  expect(projectExpected({ a: { b: 1 } }, { a: { b: 2, c: 3 }, d: 4 })).toEqual({ a: { b: 2 } });
  expect(projectExpected([{ a: 1 }], [{ a: 1, b: 2 }])).toEqual([{ a: 1 }]);
});

it("keeps every element of an array, so that one too many shows", () => {
  expect(projectExpected([1], [1, 2])).toEqual([1, 2]);
  expect(projectExpected([], [{ a: 1 }])).toEqual([{ a: 1 }]);
});

it("invents no key, and sees none that every object inherits", () => {
  expect(projectExpected({ a: null }, {})).toEqual({});
  expect(projectExpected({ constructor: 1, toString: 2 }, { a: 1 })).toEqual({});
});

it("leaves a value that is expected whole as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(projectExpected(value as JsonValue, value as JsonValue)).toEqual(value);
    }),
  );
});
