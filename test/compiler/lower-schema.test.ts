import { expect, it } from "vitest";
import { type DialectId, dialectIds } from "../../src/compiler/option-names.js";
import { lowerSchema } from "../../src/compiler/portability.js";
import { dialects } from "../../src/compiler/schema-dialects.js";
import type { JsonObject } from "../../src/contract/json-value.js";

/** A schema in a dialect, and its losses as `path keyword effect`. */
function lowered(id: DialectId, schema: JsonObject) {
  const dialect = dialects.find((one) => one.id === id);
  if (dialect === undefined) throw new Error(id);
  const { schema: result, losses } = lowerSchema(schema, dialect);
  return { schema: result, losses: losses.map(({ path, keyword, effect }) => `${path} ${keyword} ${effect}`.trim()) };
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

it("has a table entry for each client and API of the command line", () => {
  expect(dialects.map(({ id }) => id)).toEqual(dialectIds);
});

it("loses nothing of a plain schema anywhere but in OpenAI's strict form, which says it otherwise", () => {
  const plain = object({ path: { type: "string", description: "A path." }, deep: { type: "boolean" } }, { required: ["path"] });
  for (const { id } of dialects) expect([id, lowered(id, plain).losses]).toEqual([id, []]);
  expect(lowered("claude", plain).schema).toEqual(plain);
  expect(lowered("openai-strict", plain).schema).toEqual(
    object({ path: { type: "string", description: "A path." }, deep: { type: ["boolean", "null"] } }, { required: ["path", "deep"] }),
  );
});

it("drops for Codex what Codex drops, and reports each place", () => {
  const { schema, losses } = lowered(
    "codex",
    object({ names: { type: "array", maxItems: 3, items: { type: "string", pattern: "^a" } }, mode: { const: "fast" } }),
  );
  expect(schema).toEqual(object({ names: { type: "array", items: { type: "string" } }, mode: { enum: ["fast"] } }));
  expect(losses).toEqual(["names maxItems dropped", "names[] pattern dropped"]);
});

it("moves a union at the root into the description, where an API refuses it there alone", () => {
  const branches = [{ required: ["a"] }, { required: ["b"] }];
  const inner = { anyOf: [{ type: "string" }, { type: "integer" }] };
  const schema = object({ a: inner, b: inner }, { anyOf: branches });
  for (const id of ["claude", "openai", "anthropic"] as const) {
    const { schema: result, losses } = lowered(id, schema);
    expect(losses).toEqual(["anyOf described"]);
    expect(result).toEqual({ ...object({ a: inner, b: inner }), description: `JSON Schema: ${JSON.stringify({ anyOf: branches })}` });
  }
  expect(lowered("opencode", schema).losses).toEqual([]);
});

it("requires every property in the strict form, and lets what is optional be null", () => {
  const { schema, losses } = lowered("openai-strict", {
    ...object({
      text: { type: "string", description: "A text.", maxLength: 5, default: "x" },
      mode: { enum: ["a", "b"], type: "string" },
      only: { const: 1 },
      either: { anyOf: [{ type: "string" }, { type: "integer" }], description: "Two." },
      some: { $ref: "#/$defs/part" },
      maybe: { type: ["string", "null"] },
    }),
    $defs: { part: object({ name: { type: "string" } }) },
  });
  expect(schema).toEqual({
    ...object({
      text: { description: 'A text. Default: "x". JSON Schema: {"maxLength":5}', type: ["string", "null"] },
      mode: { type: ["string", "null"], enum: ["a", "b", null] },
      only: { anyOf: [{ enum: [1] }, { type: "null" }] },
      either: { description: "Two.", anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
      some: { anyOf: [{ $ref: "#/$defs/part" }, { type: "null" }] },
      maybe: { type: ["string", "null"] },
    }),
    required: ["text", "mode", "only", "either", "some", "maybe"],
    $defs: { part: object({ name: { type: ["string", "null"] } }, { required: ["name"] }) },
  });
  expect(losses).toEqual(["text maxLength described", "text default described"]);
});

it("says which schemas the strict form can't say", () => {
  const impossible = (value: JsonObject) => lowered("openai-strict", object({ value })).losses;
  expect(impossible({})).toEqual(["value type impossible"]);
  expect(impossible({ type: "object", additionalProperties: { type: "string" } })).toEqual(["value additionalProperties impossible"]);
  expect(impossible({ type: "object" })).toEqual(["value additionalProperties impossible"]);
  expect(impossible({ type: "array" })).toEqual(["value items impossible"]);
  expect(impossible({ type: "string", pattern: "^(?!-)" })).toEqual(["value pattern described"]);
  expect(impossible({ type: "string", format: "uri" })).toEqual(["value format described"]);
  expect(impossible({ type: "object", properties: { a: { type: "string" } } })).toEqual(["value additionalProperties dropped"]);
});

it("writes Gemini's subset: one type each, nullable, lists of texts, and no references", () => {
  const { schema, losses } = lowered("gemini-api", {
    ...object({
      maybe: { type: ["string", "null"], exclusiveMinimum: 1 },
      either: { type: ["string", "integer"] },
      level: { enum: [1, 2, 3], type: "integer" },
      mixed: { enum: ["a", 1] },
      part: { $ref: "#/$defs/part", description: "Mine." },
      one: { oneOf: [{ type: "string" }, { type: "null" }] },
    }),
    $defs: { part: { type: "string", format: "uri" } },
  });
  expect(schema).toEqual({
    type: "object",
    properties: {
      maybe: { type: "string", nullable: true, description: 'JSON Schema: {"exclusiveMinimum":1}' },
      either: { anyOf: [{ type: "string" }, { type: "integer" }] },
      level: { type: "integer", format: "enum", enum: ["1", "2", "3"] },
      mixed: { description: 'JSON Schema: {"enum":["a",1]}' },
      part: { type: "string", description: 'Mine. JSON Schema: {"format":"uri"}' },
      one: { nullable: true, type: "string" },
    },
  });
  expect(losses).toEqual(["maybe exclusiveMinimum described", "mixed enum described", "part format described", "one oneOf loosened"]);
});

it("can't write a schema that refers to itself without references", () => {
  const tree = object({ children: { type: "array", items: { $ref: "#" } } });
  expect(lowered("gemini-api", tree).losses).toEqual(["children[].children[] $ref impossible"]);
  expect(lowered("openai-strict", tree).losses).toEqual([]);
});
