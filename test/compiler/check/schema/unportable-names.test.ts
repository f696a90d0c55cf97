import { expect, it } from "vitest";
import { repairArguments } from "../../../../src/call/repair-arguments.js";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import { compiledTool } from "../../../kit/compiled.js";

const compile = (schema: object, more: object = {}) =>
  compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }, null, 1),
  );

const problemsOf = async (schema: object) => (await compile(schema)).diagnostics.map(({ code, help }) => ({ code, help }));

it.each([
  ["größe", "grosse"],
  ["max items", "max_items"],
  ["$filter", "filter"],
  ["日本語", "value"],
  ["", "value"],
  ["a/b:c", "a_b_c"],
])("reports the parameter %j and proposes %s, with the old name as an alias", async (name, proposed) => {
  expect(await problemsOf({ properties: { [name]: { type: "string" } } })).toEqual([
    {
      code: "unportable-parameter",
      help: `Call it \`${proposed}\`, and keep the old name as another one: \`aliases: { ${proposed}: [${JSON.stringify(name)}] }\`.`,
    },
  ]);
});

it("proposes no name that is taken, nor one that is too long", async () => {
  const long = "x".repeat(65);
  const problems = await problemsOf({ properties: { "a b": { type: "string" }, a_b: { type: "string" }, [long]: { type: "string" } } });
  expect(problems.map(({ help }) => /`(.*?)`/.exec(help ?? "")?.[1])).toEqual(["a_b_2", "x".repeat(60)]);
});

it("points at the key, in nested properties, elements, branches and definitions too", async () => {
  const odd = { type: "object", properties: { "o d": { type: "string" } } };
  const { diagnostics } = await compile({
    properties: { o: odd, xs: { type: "array", items: odd }, either: { anyOf: [odd, { type: "null" }] }, ref: { $ref: "#/$defs/odd" } },
    $defs: { odd },
  });
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual(Array(4).fill(["unportable-parameter", "Call it `o_d`."]));
  expect(new Set(diagnostics.map(({ line }) => line)).size).toBe(4);
});

it("takes every name of letters, digits, '_', '.' and '-' with up to 64 characters", async () => {
  const names = ["a", "file-path", "file.path", "_x", "9", "-n", "A".repeat(64)];
  expect(await problemsOf({ properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) })).toEqual([]);
});

it("lets models write what they like: aliases and ignored keys may be anything, and no provider is sent them", async () => {
  const { tool, diagnostics } = await compile(
    { properties: { size: { type: "integer" }, max_items: { type: "integer" } }, required: ["size"] },
    { aliases: { size: ["größe", "$size"], max_items: ["max items"] }, ignore: ["für wen"] },
  );
  expect(diagnostics).toEqual([]);
  if (tool === undefined) throw new Error("not compiled");
  const sent = { größe: "5", "max items": 2, "für wen": "x" };
  expect(repairArguments({ definition: tool.definition, validate: compileSchema(tool.schema).validate }, sent)).toMatchObject({
    ok: true,
    params: { size: 5, max_items: 2 },
  });
  for (const shown of [tool.schema, tool.openSchema]) expect(JSON.stringify(shown)).toMatch(/^[\x20-\x7e]*$/);
});

it("doesn't ask it of results, which providers aren't sent the schema of", async () => {
  const { diagnostics } = await compile(
    { properties: { x: { type: "string" } } },
    { output: { format: "json", schema: { properties: { größe: { type: "integer" } } } } },
  );
  expect(diagnostics).toEqual([]);
});
