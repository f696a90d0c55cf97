import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { printToolList } from "../../../../src/call/find-tool.js";
import { repairArguments } from "../../../../src/call/repair-arguments.js";
import { openSchema } from "../../../../src/compiler/check/lower/open-schema.js";
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

const text = { type: "string" };

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
    either: { anyOf: [{ type: "number" }, { type: "string" }] },
  });
});

it("lets a text come as a whole number only where its pattern asks for digits", async () => {
  const texts = {
    name: { type: "string" },
    mode: { type: "string", enum: ["a", "b"] },
    only: { const: "a" },
    at: { type: "string", format: "date" },
    script: { type: "string", pattern: "\\.js$" },
    word: { type: "string", pattern: "^\\S+$" },
    tags: { type: "array", items: { type: "string" } },
    either: { type: ["string", "object"] },
    any: {},
  };
  const id = { type: "string", pattern: "^\\d+$" };
  const ids = { type: "array", items: id };
  const { properties } = await openOf({ properties: { ...texts, id: { ...id, description: "Its number." }, ids } });
  const open = { anyOf: [id, { type: "integer" }] };
  expect(properties).toEqual({ ...texts, id: { description: "Its number.", ...open }, ids: { type: "array", items: open } });
});

interface Shown {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shown>>;
  readonly anyOf?: readonly Shown[];
}

interface McpTool {
  readonly name: string;
  readonly inputSchema: Shown;
}

interface Discovered {
  readonly name: string;
  readonly parametersJsonSchema: Shown;
}

const asking = fc.oneof(
  fc.constantFrom(
    "^\\d+$",
    "^\\d{4}$",
    "^(?:x|\\d{2})$",
    "^-?[0-9]{1,20}$",
    "^[1-9]\\d*$",
    "^#?\\d+$",
    "^[0-9a-f]{7}$",
    "^\\d+(?:\\.\\d+)*$",
  ),
  fc.integer({ min: 1, max: 15 }).map((length) => `^\\d{${length}}$`),
);

it("lets no client refuse the digits that a pattern asks for", () =>
  fc.assert(
    fc.property(asking, fc.stringMatching(/^[1-9]\d{0,14}$/), (pattern, digits) => {
      const open = openSchema({ properties: { v: { type: "string", pattern } } }, { aliases: [], ignore: [] });
      if (new RegExp(pattern, "u").test(digits)) expect(clientAccepts(open, { v: Number(digits) })).toBe(true);
    }),
  ));

it("costs a model at most 1.08 times the tokens of the canonical schema, and shows its own type first", () => {
  const outputs = new URL("../../../../generated/", import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, outputs), "utf8");
  const listed = JSON.parse(printToolList(read("bin/tools.json"), "canonical", new Set()));
  const canonical = new Map<string, Shown>(listed.map((tool: McpTool) => [tool.name, tool.inputSchema]));
  const discovered: readonly Discovered[] = JSON.parse(read("gemini/discovery.json"));
  const tokens = { open: 0, canonical: 0 };
  for (const { name, parametersJsonSchema: open } of discovered) {
    const schema = canonical.get(name);
    tokens.open += encode(JSON.stringify(open)).length;
    tokens.canonical += encode(JSON.stringify(schema)).length;
    const first = Object.values(open.properties ?? {}).map((parameter) => (parameter.anyOf?.[0] ?? parameter).type);
    expect(first).toEqual(Object.values(schema?.properties ?? {}).map(({ type }) => type));
  }
  expect(tokens.open / tokens.canonical).toBeLessThan(1.08);
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
      path: { description: "Required.", ...text },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: { description: "Required. The text.", ...text }, newText: text },
          required: ["newText"],
        },
      },
      mode: text,
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
      { properties: { a: text }, required: ["a"] },
      { properties: { b: text }, required: ["b"] },
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
