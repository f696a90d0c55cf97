import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { repairArguments } from "../../../../src/call/repair-arguments.js";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import { isJsonObject, type JsonObject } from "../../../../src/contract/json-value.js";
import { compiledTool } from "../../../kit/compiled.js";
import { acceptedCalls } from "./accepted-calls.js";

async function toolOf(schema: object, more: object = {}) {
  const { tool, diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }),
  );
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("not compiled");
  return tool;
}

/** A text, which repair also makes of a whole number and of a boolean. */
const anyText = { anyOf: [{ type: "string" }, { type: "integer" }, { type: "boolean" }] };

const openOf = async (schema: object, more?: object) => (await toolOf(schema, more)).openSchema;

it("differs from the canonical schema in being open alone, where nothing comes in another way", async () => {
  const schema = {
    properties: { x: { type: "string", enum: ["a", "b"] }, xs: { type: "array", items: { enum: ["a"] } } },
    required: ["x"],
  };
  expect(await openOf(schema)).toEqual({ type: "object", ...schema });
});

it("lets numbers and booleans come as texts, and keeps their limits for everything else", async () => {
  const { properties } = await openOf({
    properties: {
      n: { type: "integer", minimum: 1, description: "How many.", default: 3 },
      b: { type: ["boolean", "null"] },
      either: { anyOf: [{ type: "number" }, { type: "string" }] },
    },
  });
  expect(properties).toEqual({
    n: { description: "How many.", anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }], default: 3 },
    b: { anyOf: [{ type: ["boolean", "null"] }, { type: "string" }] },
    either: { anyOf: [{ type: "number" }, ...anyText.anyOf] },
  });
});

it("lets texts come as whole numbers and booleans, unless they are chosen from a list", async () => {
  const numbers = [{ type: "integer" }, { type: "boolean" }];
  const { properties } = await openOf({
    properties: {
      id: { type: "string", pattern: "^\\d+$", description: "Its number." },
      tags: { type: "array", items: { type: "string" } },
      mode: { type: "string", enum: ["a", "b"] },
      only: { const: "a" },
      either: { type: ["string", "object"] },
      any: {},
    },
  });
  expect(properties).toEqual({
    id: { description: "Its number.", anyOf: [{ type: "string", pattern: "^\\d+$" }, ...numbers] },
    tags: { type: "array", items: { anyOf: [{ type: "string" }, ...numbers] } },
    mode: { type: "string", enum: ["a", "b"] },
    only: { const: "a" },
    either: { anyOf: [{ type: ["string", "object"] }, ...numbers] },
    any: {},
  });
});

it("says in words what is required under whatever name, at every level, and declares no other name", async () => {
  const edits = {
    type: "array",
    items: {
      type: "object",
      properties: { oldText: { type: "string", description: "The text." }, newText: { type: "string" } },
      required: ["oldText", "newText"],
      additionalProperties: false,
    },
  };
  const open = await openOf(
    { properties: { path: { type: "string" }, edits, mode: { type: "string" } }, required: ["path", "edits"] },
    { aliases: { path: ["file"], "edits[].oldText": ["old_str"], mode: ["kind"] }, ignore: ["explanation"] },
  );
  expect(open).toEqual({
    type: "object",
    properties: {
      path: { description: "Required.", ...anyText },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: { description: "Required. The text.", ...anyText }, newText: anyText },
          required: ["newText"],
        },
      },
      mode: anyText,
    },
    required: ["edits"],
  });
});

it("puts no keyword beside a reference, which the Gemini API refuses", async () => {
  const open = await openOf(
    { properties: { at: { $ref: "#/$defs/at" } }, required: ["at"], $defs: { at: { type: "string" } } },
    { aliases: { at: ["where"] } },
  );
  expect(open.properties).toEqual({ at: { description: "Required.", anyOf: [{ $ref: "#/$defs/at" }] } });
});

it("leaves out a choice of which one branch asks nothing, and makes branches that became open alternatives", async () => {
  const required = await openOf(
    { properties: { a: { type: "string" }, b: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { aliases: { a: ["x"] } },
  );
  expect(required.anyOf).toBeUndefined();
  const branch = (name: string) => ({ properties: { [name]: { type: "string" } }, required: [name], additionalProperties: false });
  const branches = await openOf({ oneOf: [branch("a"), branch("b")] });
  expect(branches).toEqual({
    type: "object",
    properties: {},
    anyOf: [
      { properties: { a: anyText }, required: ["a"] },
      { properties: { b: anyText }, required: ["b"] },
    ],
  });
});

/** As Gemini CLI validates: by draft-07, on the schema that it has added a property of its own to. The real one does so in test/clients/gemini-cli-core. */
function clientAccepts(shown: JsonObject, params: object): boolean {
  const ajv = new Ajv({ strictSchema: false, logger: false });
  addFormats.default(ajv);
  const properties = isJsonObject(shown.properties) ? shown.properties : {};
  return ajv.validate(
    { ...shown, properties: { ...properties, wait_for_previous: { type: "boolean" } } },
    { ...params, wait_for_previous: true },
  );
}

it.each(acceptedCalls)("lets a call with %s through to repair", async (_, schema, more, params) => {
  const tool = await toolOf(schema, more);
  const repaired = repairArguments({ definition: tool.definition, validate: compileSchema(tool.schema).validate }, params);
  expect(repaired).toMatchObject({ ok: true });
  expect(clientAccepts(tool.openSchema, params)).toBe(true);
  expect(clientAccepts(tool.schema, params), "the canonical schema wouldn't do").toBe(false);
});

it("still refuses values of a type that no repair turns into the declared one", async () => {
  const open = await openOf({ properties: { n: { type: "integer" }, xs: { type: "array" } }, required: ["n"] });
  expect(clientAccepts(open, { n: 1 })).toBe(true);
  expect([{ n: {} }, { n: 1, xs: 5 }, {}].map((params) => clientAccepts(open, params))).toEqual([false, false, false]);
});

it("never changes the canonical schema", async () => {
  const tool = await toolOf({ properties: { n: { type: "integer" } }, required: ["n"] }, { aliases: { n: ["count"] } });
  expect(tool.schema).toEqual({ type: "object", properties: { n: { type: "integer" } }, additionalProperties: false, required: ["n"] });
});
