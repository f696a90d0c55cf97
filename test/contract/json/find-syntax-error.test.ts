import fc from "fast-check";
import { expect, it } from "vitest";
import { findSyntaxError } from "../../../src/contract/json-text.js";

it.each([
  ["", 0, "one JSON object"],
  ["hello", 0, "one JSON object"],
  ["{", 1, "a key in double quotes or '}'"],
  ["{'a': 1}", 1, "a key in double quotes or '}'"],
  ['{"a": 1,}', 8, "a key in double quotes"],
  ['{"a" 1}', 5, "':'"],
  ['{"a": }', 6, "a value"],
  ['{"a": 1 "b": 2}', 8, "',' or '}'"],
  ["[1, 2", 5, "',' or ']'"],
  ["[1,]", 3, "a value"],
  ['{"a": 01}', 6, "a value"],
  ['{"a": undefined}', 6, "a value"],
  ['{"a": 1} x', 9, "the end of the text"],
  ['{"a": "b', 8, "a double quote at the end of the text"],
  ['{"a": "b\nc"}', 8, "no line break or control character in a text (write \\n)"],
  ['{"a": "\\x"}', 7, "a valid escape, such as \\n or \\\\"],
])("finds the mistake in %j", (json, offset, expected) => {
  expect(findSyntaxError(json)).toEqual({ offset, expected });
});

it("agrees with JSON.parse on whether a text is JSON", () => {
  const parses = (json: string) => {
    try {
      JSON.parse(json);
      return true;
    } catch {
      return false;
    }
  };
  const snippets = fc
    .array(fc.constantFrom(...'{}[]:,"\\ \n-.0123eE+tu', "true", "null", '"a"', '"\\u00e9"', "1.5e-3"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const damaged = fc.tuple(fc.json(), fc.nat(40), snippets).map(([json, at, snippet]) => json.slice(0, at) + snippet + json.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(snippets, fc.json(), damaged), (json) => {
      expect(findSyntaxError(json) === undefined).toBe(parses(json));
    }),
    { numRuns: 2000 },
  );
});

it("isn't overcome by depth or length", () => {
  expect(findSyntaxError("[".repeat(1_000_000))).toEqual({ offset: 1_000_000, expected: "a value" });
  const long = `{"a": "${"x\\n".repeat(1_000_000)}" 1`;
  expect(findSyntaxError(long)).toEqual({ offset: long.length - 1, expected: "',' or '}'" });
});
