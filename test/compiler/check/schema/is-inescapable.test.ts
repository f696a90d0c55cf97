import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

async function codesOf(node: object) {
  const schema = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } };
  const { diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["x", "--t={{json tree}}"] }),
  );
  return diagnostics.map((d) => d.code);
}

const self = { $ref: "#/$defs/node" };

it.each([
  { $ref: "#/$defs/node" },
  { type: "object", properties: { next: self }, required: ["next"] },
  { type: "array", items: self, minItems: 1 },
  { type: "array", prefixItems: [{ type: "string" }], items: self, minItems: 2 },
  { type: "array", prefixItems: [{ type: "string" }, self], minItems: 2 },
  { allOf: [self] },
  { anyOf: [{ type: "string" }, self] },
  { not: self },
  { if: self, then: { type: "string" } },
  { oneOf: [{ type: "string" }, { allOf: [{ anyOf: [self] }] }] },
])("reports a cycle without a way out: %j", async (node) => {
  expect(await codesOf(node)).toContain("schema-cycle");
});

it.each([
  { type: "object", properties: { next: self } },
  { type: "array", items: self },
  { type: "array", prefixItems: [{ type: "string" }], items: self, minItems: 1 },
  { type: "array", prefixItems: [{ type: "string" }, self], minItems: 1 },
  { anyOf: [{ type: "null" }, { type: "object", properties: { next: self }, required: ["next"] }] },
  { type: "object", additionalProperties: self },
])("takes a cycle that can end: %j", async (node) => {
  expect(await codesOf(node)).toEqual([]);
});
