import { expect, it } from "vitest";
import { oneLine } from "../../../src/contract/display-text.js";
import { stripComments } from "../../../src/contract/json-text.js";

it.each([
  ["a", "a"],
  ["a\nb", "a b"],
  ["a \r\n \n\t b  c", "a b  c"],
  [" a \n b ", " a b "],
  ["", ""],
])("joins the lines of %j: %j", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

it("ends for texts of megabytes without a line end, and for a comment of slashes", () => {
  expect(oneLine(`a${" ".repeat(4_000_000)}b`)).toHaveLength(4_000_002);
  const settings = `{ "a": 1, ${"/".repeat(80)} // ${"// ".repeat(40)}\n/* ${"*/ /* ".repeat(40)} */ "b": [2, /**/ ], }`;
  expect(JSON.parse(stripComments(settings))).toEqual({ a: 1, b: [2] });
});
