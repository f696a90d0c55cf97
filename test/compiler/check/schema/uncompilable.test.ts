import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const specOf = (properties: object, more: object = {}) =>
  JSON.stringify({ name: "t", description: "d", kind: "read", schema: { properties }, command: ["echo", "{{json p}}"], ...more });

it.each<[string, object, string]>([
  ["an empty enum", { p: { enum: [] } }, "must list at least one value"],
  ["an empty enum further down", { p: { type: "array", items: { enum: [] } } }, "properties.p.items.enum"],
  ["an empty enum of names", { p: { type: "object", propertyNames: { enum: [] } } }, "properties.p.propertyNames.enum"],
  ["an anchor that two subschemas have", { p: { $anchor: "a" }, q: { $anchor: "a" } }, 'must not repeat the anchor "a"'],
  ["a dynamic anchor that two subschemas have", { p: { $dynamicAnchor: "a" }, q: { $dynamicAnchor: "a" } }, "must not repeat the anchor"],
])("reports %s, which no validator compiles", async (_, properties, message) => {
  const { diagnostics } = await compiledTool(specOf(properties));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code, message: said }) => [code, said])).toEqual([["invalid-schema", expect.stringContaining(message)]]);
});

it("reports an empty enum in the schema of an output, too", async () => {
  const output = { format: "json", schema: { type: "object", properties: { a: { enum: [] } } } };
  const { diagnostics } = await compiledTool(specOf({ p: { type: "string" } }, { output }));
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(["invalid-schema"]);
});

it.each([
  { nullable: true },
  { type: "null", nullable: false },
  { id: "p" },
  { formatMinimum: "a" },
  { format: "date", formatExclusiveMaximum: 5 },
  { type: "object", properties: { id: { id: 5 } } },
])("warns of %j, which JSON Schema doesn't know, and compiles the rest", async (p) => {
  const { tool, diagnostics } = await compiledTool(specOf({ p }));
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-schema-keyword"]);
  expect(tool?.schema).toMatchObject({ properties: { p } });
});
