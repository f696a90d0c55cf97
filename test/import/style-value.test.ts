import fc from "fast-check";
import { expect, it } from "vitest";
import { Document, isCollection } from "yaml";
import type { JsonValue } from "../../src/contract/json-value.js";
import { styleValue } from "../../src/import/text/yaml-style.js";

/** True if the value under a key is printed on one line. */
function isInline(value: JsonValue): boolean {
  const document = new Document({ value });
  styleValue(document.contents, 0);
  const node = document.get("value", true);
  return isCollection(node) && node.flow === true;
}

it("prints a map or a list on one line if it has at most 100 characters as JSON", () => {
  const texts = (count: number) => Array.from({ length: count }, () => "12345678");
  expect(JSON.stringify(texts(9))).toHaveLength(100);
  expect(isInline(texts(9))).toBe(true);
  expect(isInline([...texts(8), "123456789"])).toBe(false);
  expect(isInline({ a: { b: ["x".repeat(84)] } })).toBe(true);
  expect(isInline({ a: { b: ["x".repeat(85)] } })).toBe(false);
});

it("prints a table, and a text of several lines, in lines", () => {
  expect(isInline({ a: {}, b: {} })).toBe(false);
  expect(isInline({ a: {}, b: 1 })).toBe(true);
  expect(isInline(["two\nlines"])).toBe(false);
  expect(isInline({ "two\nlines": 1 })).toBe(false);
});

it("measures any value as its JSON", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(isInline(value as JsonValue)).toBe(text.length <= 100 && !text.includes("\\n"));
    }),
  );
});
