import { expect, it } from "vitest";
import { repairArguments } from "../../../../src/call/repair-arguments.js";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import { sentencesOf } from "../../../call/sentences.js";
import { compiledTool } from "../../../kit/compiled.js";

async function checked(schema: object) {
  const spec = { name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"] };
  return compiledTool(JSON.stringify(spec));
}

/** The arguments of a call after validation, or its problems. */
async function called(schema: object, params: object) {
  const { tool, diagnostics } = await checked(schema);
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("not compiled");
  const repaired = repairArguments({ definition: tool.definition, validate: compileSchema(tool.schema).validate }, params);
  return repaired.ok ? repaired.params : sentencesOf(repaired);
}

it("applies a default that a definition gives, at the top and inside, also through several references", async () => {
  const schema = {
    properties: {
      n: { $ref: "#/$defs/n" },
      m: { $ref: "#/$defs/alsoN" },
      own: { $ref: "#/$defs/n", default: 1 },
      list: { type: "array", items: { type: "object", properties: { n: { $ref: "#/$defs/n" } } } },
    },
    $defs: { n: { type: "integer", default: 7 }, alsoN: { $ref: "#/$defs/n" } },
  };
  expect(await called(schema, { list: [{}, { n: 2 }] })).toEqual({ n: 7, m: 7, own: 1, list: [{ n: 7 }, { n: 2 }] });
});

it("leaves values that look like schemas as they are", async () => {
  const looksLikeOne = { properties: { x: { $ref: "#/$defs/n" } } };
  const { tool } = await checked({
    properties: { o: { type: "object", default: looksLikeOne } },
    $defs: { n: { type: "integer", default: 7 } },
  });
  expect(tool?.schema.properties).toEqual({ o: { type: "object", default: looksLikeOne } });
});

it("takes parameters that a referred schema or a branch declares for parameters", async () => {
  const schema = {
    allOf: [{ $ref: "#/$defs/base" }],
    properties: { z: { type: "boolean" } },
    required: ["p"],
    $defs: { base: { type: "object", properties: { p: { type: "integer", default: 3 } } } },
  };
  expect(await called(schema, {})).toEqual({ p: 3 });
  expect(await called(schema, { p: "1", z: true })).toEqual({ p: 1, z: true });
  expect(await called(schema, { q: 1 })).toEqual(["`q` is not a parameter of this tool. Accepted: `z`, `p`."]);
  expect((await checked(schema)).tool?.definition).toMatchObject({ params: ["z", "p"], defaults: { p: 3 } });
});

it("tells names that every object inherits from arguments that were given", async () => {
  const schema = { properties: { constructor: { type: "string" }, valueOf: { type: "integer" } } };
  expect(await called(schema, {})).toEqual({});
  expect(await called(schema, { constructor: "a", valueOf: "5" })).toEqual({ constructor: "a", valueOf: 5 });
});

it.each([
  [{ properties: { p: { type: "str" } } }, "Did you mean 'string'?"],
  [{ properties: { p: { type: "bool" } } }, "Did you mean 'boolean'?"],
  [{ properties: { p: "int" } }, "it must be an object or a boolean."],
  [{ properties: { p: { type: "integer", default: "x" } } }, "it must be an integer."],
  [{ properties: { p: { enum: ["a", "b"], default: "c" } } }, 'it must be one of "a", "b".'],
])("says of %j in words what would be right", async (schema, words) => {
  const { diagnostics } = await checked(schema);
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
});

it.each([
  [{ properties: { p: "int" } }, "Write a schema: `{ type: integer }`."],
  [
    { properties: { p: { type: "string", required: true } } },
    "List the names of required parameters beside `properties`: `required: [name]`.",
  ],
  [{ p: { type: "string" } }, "Parameters stand under `properties`: `schema: { properties: { … } }`."],
])("helps with the habit that %j shows", async (schema, help) => {
  const { diagnostics } = await checked(schema);
  expect(diagnostics.map((d) => d.help)).toEqual([help]);
});

it("reports mistakes in two parameters of which one's name begins with the other's", async () => {
  const { diagnostics } = await checked({ properties: { p: 5, pq: { type: "strng" } } });
  expect(diagnostics.map(({ message }) => /'([^']*)'/.exec(message)?.[1])).toEqual(["properties.p", "properties.pq.type"]);
});

it.each([
  [
    {
      properties: { mode: { enum: ["a", "b"] }, v: { type: "string" } },
      oneOf: [{ properties: { mode: { const: "a" } }, required: ["mode", "v"] }],
    },
    [],
  ],
  [{ properties: { mode: { enum: ["a", "b"] } }, oneOf: [{ properties: { mode: { const: "a" } }, required: ["mode", "v"] }] }, ["v"]],
  [{ allOf: [{ $ref: "#/$defs/base" }], required: ["p", "q"], $defs: { base: { properties: { p: { type: "string" } } } } }, ["q"]],
  [{ properties: { o: { type: "object", properties: { a: { type: "string" } }, required: ["b"] } } }, ["b"]],
  [{ properties: { o: { type: "object", required: ["b"] } } }, []],
])("knows of %j which required names nothing around them declares", async (schema, names) => {
  const { diagnostics } = await checked(schema);
  expect(diagnostics.map(({ code, message }) => [code, message.slice(1, 2)])).toEqual(names.map((name) => ["required-undeclared", name]));
});

it("reports an $id in an unknown keyword too, which clients' validators find", async () => {
  const { diagnostics } = await checked({ properties: { p: { type: "string", "1": { $id: "x" } }, q: { "x-ours": [{ $id: 5 }] } } });
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["nested-id"]);
});
