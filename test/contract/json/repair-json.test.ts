import fc from "fast-check";
import { expect, it } from "vitest";
import { parseTextJson, repairJson } from "../../../src/contract/repair-json.late.js";

it.each([
  ["a comma before the end", '[{"a":"b"},]', [{ a: "b" }]],
  ["single quotes, names without quotes, Python's constants", "{'a': 'b', c: True, d: None}", { a: "b", c: true, d: null }],
  ["a line end in a text", '{"a":"x\ny"}', { a: "x\ny" }],
  ["backslashes that escape nothing", '[{"a":"\\d+\\s*","b":"C:\\Users\\x"}]', [{ a: "\\d+\\s*", b: "C:\\Users\\x" }]],
  ["comments", '{"a":1, /* one */ "b":2 // two\n}', { a: 1, b: 2 }],
  ["comments between elements", '[# all\n"a", // the first one\n"b"]', ["a", "b"]],
  ["a fence", '```json\n{"a":1,}\n```', { a: 1 }],
  ["an escaped quote of the other kind", '{"a":"it\\\'s",}', { a: "it's" }],
])("reads %s", (_, text, value) => {
  expect(repairJson(text, { mayBeCut: false })).toEqual(value);
});

it.each([
  ["quotes within a text", '{"a":"say "hi" now"}'],
  ["texts without quotes", "[a, b]"],
  ["two values side by side", '["a" "b"]'],
  ["two documents", '{"a":1}\n{"a":2}'],
  ["a backslash that could be two things", '{"a":"\\d+\\n"}'],
  ["what was left out", '{"a":1, ...}'],
  ["a call", 'callback({"a":1})'],
  ["a number of another language", '{"a":0123}'],
  ["a sum of texts", '{"a":"x" + "y"}'],
  ["a key that is given twice", '{"a":"x","a":"y",}'],
  ["a number that would be another", '{"a":12345678901234567890,}'],
  ["a bracket too many", '{"a":1}}'],
  ["the wrong bracket", '{"a":[1}'],
  ["a text that doesn't end", '{"a":"x'],
  ["words", "not json"],
  ["a comment that may be a value", '{"level":"prod","names":["bug", #12]}'],
  ["one that may be a value before others", '["bug", #12,\n"x"]'],
  ["one that may be a value and ends its line", '["bug", //host/file\n]'],
  ["one that may be the value of a key", '{"a": #fff\n "red"}'],
  ["a text that ends inside a comment of a line", '["a" // the last]'],
  ["a comment of a line that may hold what is missing", '["a", # the last]\n'],
])("doesn't guess at %s", (_, text) => {
  expect(repairJson(text, { mayBeCut: true })).toBeUndefined();
});

it("completes what was cut off only where it may, and only by closing brackets", () => {
  expect(repairJson('{"a":["x"', { mayBeCut: true })).toEqual({ a: ["x"] });
  expect(repairJson('{"a":["x"', { mayBeCut: false })).toBeUndefined();
  expect(repairJson('{"a":["x",', { mayBeCut: true })).toEqual({ a: ["x"] });
  for (const cut of ['{"a":["x","y', '{"a":12', '{"a":', '{"a"']) expect(repairJson(cut, { mayBeCut: true })).toBeUndefined();
});

it("reads every JSON text as JSON does, whatever is broken around its values", () => {
  const value = fc.oneof(
    fc.array(fc.jsonValue(), { minLength: 1 }),
    fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }),
  );
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(given);
      const mended = repairJson(`${text.slice(0, -1)},${text.slice(-1)}`, { mayBeCut: false });
      expect(mended).toEqual(JSON.parse(text));
    }),
  );
});

it("never makes another value of a text that was cut off anywhere", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: fc.string(), b: fc.integer() }), { minLength: 1 }), fc.nat(), (given, at) => {
      const text = JSON.stringify(given);
      const mended = repairJson(text.slice(0, at % text.length), { mayBeCut: false });
      expect(mended).toBeUndefined();
    }),
  );
});

it("loses neither of two equal keys of a long text", () => {
  const twice = (end: string) => `{"a":1,"a":2,"text":"${"x".repeat(200_001)}"${end}}`;
  for (const end of ["", ","]) expect(parseTextJson(twice(end), { mayBeCut: false })).toBeUndefined();
  expect(parseTextJson(twice(",").replace('"a"', '"b"'), { mayBeCut: false })).toMatchObject({ value: { a: 2, b: 1 } });
});
