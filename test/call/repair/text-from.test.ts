import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const text = { type: "string" };
const repairX = (schema: JsonObject, x: JsonValue) => repairArguments(toolWithRules({ properties: { x: schema } }), { x });

const texts: readonly (readonly [what: string, schema: JsonObject, given: JsonValue, wanted: JsonValue])[] = [
  ["a whole number", text, 42, "42"],
  ["a negative number", text, -42, "-42"],
  ["zero", text, 0, "0"],
  ["the largest safe integer", text, Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ["true", text, true, "true"],
  ["false", text, false, "false"],
  ["a number that has a pattern as a text", { type: "string", pattern: "^\\d+$" }, 42, "42"],
  ["a number where a text or null may stand", { type: ["string", "null"] }, 42, "42"],
  ["a number where a text or an object may stand", { anyOf: [text, { type: "object" }] }, 42, "42"],
  ["a boolean where a text or a number may stand", { anyOf: [text, { type: "number" }] }, true, "true"],
  ["a number among texts to choose from", { enum: ["1", "2"] }, 2, "2"],
  ["a number among texts to choose from, with their type", { type: "string", enum: ["1", "2"] }, 2, "2"],
  ["a number for a constant text", { const: "2" }, 2, "2"],
  ["numbers among texts of a list", { type: "array", items: text }, ["a", 1, true], ["a", "1", "true"]],
  ["a number as a value of a map", { type: "object", additionalProperties: text }, { PORT: 8080 }, { PORT: "8080" }],
];

it.each(texts)("makes a text of %s", (_, schema, given, wanted) => {
  const repaired = repairX(schema, given);
  expect(outcome(repaired)).toEqual({ x: wanted });
  expect(repaired.ok && repaired.repairs.map(({ rule }) => rule)).toContain("text");
});

const refused: readonly (readonly [what: string, schema: JsonObject, given: JsonValue])[] = [
  ["a fraction, which can be written in several ways", text, 1.5],
  ["an integer that may be another than the one that was written", text, 2 ** 53],
  ["a text too short, whatever it came as", { type: "string", minLength: 3 }, 5],
  ["a number that is none of the texts to choose from", { enum: ["a", "b"] }, 5],
  ["a number that is none of the numbers to choose from", { anyOf: [text, { enum: [1, 2] }] }, 5],
  ["a number that isn't the constant", { anyOf: [text, { const: 1 }] }, 5],
  ["a boolean that isn't the constant", { anyOf: [text, { const: true }] }, false],
  ["a number beyond the limits of one", { anyOf: [text, { type: "integer", maximum: 3 }] }, 5],
  ["a number beyond the limits of one in a union of several levels", { anyOf: [{ oneOf: [text, { type: "integer", maximum: 3 }] }] }, 5],
  ["null among texts of a list", { type: "array", items: text }, [null]],
];

it.each(refused)("makes no text of %s", (_, schema, given) => {
  expect(repairX(schema, given)).toMatchObject({ ok: false });
});

it.each([
  ["a type", { type: ["string", "integer"] }],
  ["a choice", { enum: ["5", 5] }],
  ["a union", { anyOf: [text, { type: "integer" }] }],
  ["anything", {}],
])("leaves a number that %s admits beside the text", (_, schema) => {
  expect(repairX(schema as JsonObject, 5)).toEqual({ ok: true, params: { x: 5 }, repairs: [] });
});

it("makes a list of one, as before, where a list or a text may stand", () => {
  expect(outcome(repairX({ anyOf: [text, { type: "array", items: { type: "integer" } }] }, 5))).toEqual({ x: [5] });
});

it("gives a number back to the branch of a union that wants it", () => {
  const branch = (kind: string, n: JsonObject, m: JsonObject) => ({
    type: "object",
    properties: { kind: { const: kind }, n, m },
    required: ["kind", "n", "m"],
  });
  const union = { oneOf: [branch("a", { enum: [7, 8] }, { type: "integer" }), branch("b", text, text)] };
  expect(outcome(repairX(union, { kind: "a", n: 7, m: "3" }))).toEqual({ x: { kind: "a", n: 7, m: 3 } });
  expect(outcome(repairX(union, { kind: "b", n: 7, m: 3 }))).toEqual({ x: { kind: "b", n: "7", m: "3" } });
});

it("takes the text of two that are one number, and doesn't change it", () => {
  const tool = toolWithRules({ properties: { id: text } }, { aliases: [{ target: ["id"], names: ["issue", "number"] }] });
  expect(outcome(repairArguments(tool, { id: 42, issue: "42" }))).toEqual({ id: "42" });
  expect(outcome(repairArguments(tool, { id: 5, issue: "5.0" }))).toEqual({ id: "5.0" });
  expect(outcome(repairArguments(tool, { issue: 5, number: "+5" }))).toEqual({ id: "+5" });
  expect(repairArguments(tool, { id: 42, issue: "43" })).toMatchObject({ ok: false });
});

it("leaves what `coerce: none` names", () => {
  const tool = toolWithRules({ properties: { x: text } }, { coerce: [{ kind: "none", target: ["x"] }] });
  expect(repairArguments(tool, { x: 5 })).toMatchObject({ ok: false });
});

it("takes a long list of numbers for texts in time that grows with it", () => {
  const repaired = repairX(
    { type: "array", items: text },
    Array.from({ length: 50_000 }, (_, i) => i),
  );
  expect(repaired.ok && (repaired.params.x as readonly JsonValue[]).slice(-1)).toEqual(["49999"]);
});

const json = toolWithRules(
  { properties: { content: text, both: text, either: { type: ["string", "object"] } } },
  {
    coerce: [
      { kind: "json", target: ["content"] },
      { kind: "lines", target: ["both"] },
      { kind: "json", target: ["both"] },
      { kind: "json", target: ["either"] },
    ],
  },
);

it.each([
  [{ a: 1, b: ["é", null, 1.5] }, '{\n  "a": 1,\n  "b": [\n    "é",\n    null,\n    1.5\n  ]\n}'],
  [{}, "{}"],
  [[], "[]"],
  [["x"], '[\n  "x"\n]'],
  [[{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
])("writes %j out as JSON where `coerce: json` says so", (content, wanted) => {
  const repaired = repairArguments(json, { content });
  expect(repaired).toEqual({
    ok: true,
    params: { content: wanted },
    repairs: [{ rule: "pretty-json", from: "content", to: "content" }],
  });
});

it("takes a list of texts for lines where `coerce` lists both forms, and everything else for JSON", () => {
  expect(outcome(repairArguments(json, { both: ["a", "b"] }))).toEqual({ both: "a\nb" });
  expect(outcome(repairArguments(json, { both: ["a", 5] }))).toEqual({ both: '[\n  "a",\n  5\n]' });
  expect(outcome(repairArguments(json, { both: { a: "b" } }))).toEqual({ both: '{\n  "a": "b"\n}' });
  // These could be joined in two ways.
  expect(repairArguments(json, { both: ["a\n", "b", "c"] })).toMatchObject({ ok: false });
});

it("writes no JSON whose numbers may have been others, and leaves an object that is valid", () => {
  for (const number of [2 ** 53, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(repairArguments(json, { content: { a: [number] } }), String(number)).toMatchObject({ ok: false });
  expect(repairArguments(json, { either: { a: 1 } })).toEqual({ ok: true, params: { either: { a: 1 } }, repairs: [] });
});

it("writes out what JSON reads back, and does so once", () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (content) => {
      const once = repairArguments(json, { content: content as JsonValue });
      if (!once.ok) return;
      expect(JSON.parse(String(once.params.content))).toEqual(JSON.parse(JSON.stringify(content)));
      expect(repairArguments(json, once.params)).toEqual({ ...once, repairs: [] });
    }),
  );
});

const written = (coerce: readonly ("json" | "lines" | "path")[], x: JsonValue) =>
  repairArguments(toolWithRules({ properties: { x: text } }, { coerce: coerce.map((kind) => ({ kind, target: ["x"] })) }), { x });
const block = (content: string) => ({ type: "text", text: content });

it("reads the only text block of a list as its text, where objects become JSON", () => {
  const repaired = written(["lines", "json"], [block("a\n")]);
  expect(repaired).toEqual({ ok: true, params: { x: "a\n" }, repairs: [{ rule: "only-element", from: "x", to: "x" }] });
  expect(outcome(written(["json"], [{ ...block("a"), more: 1 }]))).toEqual({ x: expect.stringContaining('"more": 1') });
  expect(outcome(written(["json"], [{ type: "image", text: "a" }]))).toEqual({ x: expect.stringContaining('"image"') });
});

it("refuses several text blocks, because it isn't known what stands between them", () => {
  expect(written(["json"], [block("a"), block("b")])).toMatchObject({ ok: false });
});

it("takes a number for a path, and no boolean", () => {
  expect(outcome(written(["path"], 2024))).toEqual({ x: "2024" });
  expect(written(["path"], true)).toMatchObject({ ok: false });
  const tool = toolWithRules(
    { properties: { x: text } },
    { paths: [{ target: ["x"], access: "read", root: "any", type: "any", mustExist: false }] },
  );
  expect(repairArguments(tool, { x: false })).toMatchObject({ ok: false });
  expect(outcome(repairArguments(toolWithRules({ properties: { x: text } }), { x: true }))).toEqual({ x: "true" });
});
