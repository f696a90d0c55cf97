import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { compileSchema } from "../../src/check/schema/ajv.js";
import { isJsonObject, type JsonObject } from "../../src/runtime/json.js";
import { repair } from "../../src/runtime/repair/repair.js";
import { compiledTool } from "../compiled.js";

async function shown(schema: object, more: object = {}) {
  const { tool, diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }),
  );
  expect(diagnostics).toEqual([]);
  return { shown: tool?.shownSchema, canonical: tool?.schema };
}

it("shows the canonical schema where nothing is aliased or coercible", async () => {
  const both = await shown({
    properties: { x: { type: "string", minLength: 1 }, xs: { type: "array", items: { enum: ["a"] } } },
    required: ["x"],
  });
  expect(both.shown).toEqual(both.canonical);
});

it("lets numbers and booleans come as strings, and keeps their limits for everything else", async () => {
  const { shown: result } = await shown({
    properties: { n: { type: "integer", minimum: 1, description: "How many.", default: 3 }, b: { type: ["boolean", "null"] } },
  });
  expect(result?.properties).toEqual({
    n: { description: "How many.", anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }], default: 3 },
    b: { anyOf: [{ type: ["boolean", "null"] }, { type: "string" }] },
  });
});

it("declares aliases, flat and nested, and takes what they stand for out of required", async () => {
  const edits = {
    type: "array",
    items: { type: "object", properties: { oldText: { type: "string", minLength: 1 } }, required: ["oldText"] },
  };
  const { shown: result } = await shown(
    { properties: { path: { type: "string" }, edits }, required: ["path", "edits"] },
    { aliases: { path: ["file"], "edits[].oldText": ["old_str"] } },
  );
  expect(result?.required).toEqual(["edits"]);
  expect(result?.properties).toEqual({
    path: { type: "string" },
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: { oldText: { type: "string", minLength: 1 }, old_str: { type: "string", description: "Same as oldText." } },
      },
    },
    file: { type: "string", description: "Same as path." },
  });
});

it("drops a condition over an aliased key, which only the call can judge, and keeps the others", async () => {
  const { shown: result } = await shown(
    {
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      dependentRequired: { b: ["c"] },
    },
    { aliases: { a: ["x"] } },
  );
  expect(result?.anyOf).toBeUndefined();
  expect(result?.dependentRequired).toEqual({ b: ["c"] });
});

it("declares ignored keys without saying anything of them", async () => {
  const { shown: result } = await shown({ properties: { x: { type: "string" } } }, { ignore: ["explanation"] });
  expect(result?.properties).toEqual({ x: { type: "string" }, explanation: {} });
});

/** As Gemini CLI validates: by draft-07, on the schema that it has added a property of its own to. */
function clientTakes(shown: JsonObject, params: object): boolean {
  const ajv = new Ajv({ strictSchema: false, logger: false });
  addFormats.default(ajv);
  const properties = isJsonObject(shown.properties) ? shown.properties : {};
  return ajv.validate(
    { ...shown, properties: { ...properties, wait_for_previous: { type: "boolean" } } },
    { ...params, wait_for_previous: true },
  );
}

const edit = {
  type: "object",
  properties: { old: { type: "string" }, line: { $ref: "#/$defs/line" } },
  required: ["old"],
  additionalProperties: false,
};
const node = {
  type: "object",
  properties: { v: { type: "integer" }, kids: { type: "array", items: { $ref: "#/$defs/node" } } },
  required: ["v"],
  additionalProperties: false,
};
const branch = (name: string, type: string) => ({
  type: "object",
  properties: { [name]: { type } },
  required: [name],
  additionalProperties: false,
});

const callable: readonly (readonly [what: string, schema: object, more: object, params: object])[] = [
  ["a referred scalar", { properties: { n: { $ref: "#/$defs/n" } }, $defs: { n: { type: "integer" } } }, {}, { n: "5" }],
  [
    "aliases, scalars and ignored keys of referred elements",
    { properties: { edits: { type: "array", items: { $ref: "#/$defs/edit" } } }, $defs: { edit, line: { type: "integer" } } },
    { aliases: { edits: ["changes"], "edits[].old": ["search"] }, ignore: ["edits[].why"] },
    { changes: [{ search: "a", line: "5", why: "x" }] },
  ],
  [
    "an alias at two levels of a tree",
    { properties: { tree: { $ref: "#/$defs/node" } }, required: ["tree"], $defs: { node } },
    { aliases: { "tree.v": ["value"], "tree.kids[].v": ["value"] } },
    { tree: { value: "1", kids: [{ value: 2, kids: [{ v: "3" }] }] } },
  ],
  [
    "an alias in each branch of a union",
    { properties: { xs: { type: "array", items: { oneOf: [branch("a", "string"), branch("b", "integer")] } } } },
    { aliases: { "xs[].a": ["first"], "xs[].b": ["second"] } },
    { xs: [{ first: "x" }, { second: "5" }] },
  ],
  [
    "an aliased branch of the arguments",
    { oneOf: [branch("a", "string"), branch("b", "integer")] },
    { aliases: { a: ["first"] } },
    { first: "x" },
  ],
  ["the other branch", { oneOf: [branch("a", "string"), branch("b", "integer")] }, { aliases: { a: ["first"] } }, { b: "5" }],
  [
    "a condition over an alias",
    { properties: { a: { type: "string" }, b: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { aliases: { a: ["first"] } },
    { first: "x" },
  ],
  [
    "what must come with an alias",
    { properties: { a: { type: "string" }, b: { type: "string" } }, dependentRequired: { b: ["a"] } },
    { aliases: { a: ["first"] } },
    { first: "x", b: "y" },
  ],
  [
    "values of an open object",
    { properties: { m: { type: "object", additionalProperties: { type: "boolean" } } } },
    {},
    { m: { x: "true" } },
  ],
  [
    "a scalar or an array",
    { properties: { n: { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] } } },
    {},
    { n: ["5"] },
  ],
  ["one of words and numbers", { properties: { n: { enum: ["auto", 5] } } }, {}, { n: "5" }],
  [
    "a tuple",
    { properties: { at: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false } } },
    {},
    { at: ["1", "x"] },
  ],
  [
    "what a condition doesn't exclude",
    {
      properties: { n: { $ref: "#/$defs/n" }, m: { type: "string" } },
      not: { properties: { n: { $ref: "#/$defs/n" } }, required: ["n", "m"] },
      $defs: { n: { type: "integer" } },
    },
    {},
    { n: 5 },
  ],
];

it.each(callable)("lets a call with %s through to us", async (_, schema, more, params) => {
  const { tool, diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }),
  );
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("not compiled");
  const repaired = repair({ definition: tool.definition, validate: compileSchema(tool.schema).validate }, params);
  expect(repaired).toMatchObject({ ok: true });
  expect(clientTakes(tool.shownSchema, params)).toBe(true);
  expect(clientTakes(tool.shownSchema, { ...params, unknown: 1 })).toBe(!("properties" in schema));
});

it("keeps a definition that a condition refers to as it is, for there looser would be stricter", async () => {
  const { shown: result } = await shown({
    properties: { n: { $ref: "#/$defs/n" }, m: { type: "string" } },
    not: { properties: { m: { $ref: "#/$defs/n" } }, required: ["m"] },
    $defs: { n: { $ref: "#/$defs/i" }, i: { type: "integer" }, o: { type: "integer" } },
  });
  expect(result?.$defs).toEqual({
    n: { $ref: "#/$defs/i" },
    i: { type: "integer" },
    o: { anyOf: [{ type: "integer" }, { type: "string" }] },
  });
});
