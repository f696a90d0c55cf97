import { expect, it } from "vitest";
import { decidedKeywords, matchesSchema } from "../../../src/call/schema-keywords.js";
import { compileSchema } from "../../../src/compiler/json-schema/compile-schema.js";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";

const values: readonly JsonValue[] = [
  ...[null, true, false, 0, -0, 1, 2, 2.5, 0.3, 1e9, -7],
  ...["", "a", "tmp/a", "é", "👍", "👍👍", "constructor", "__proto__"],
  ...[[], [1], [1, 1], [1, "a"], ["a", { b: 1 }], [{ a: 1 }, { a: 1 }], [[1], [1]], [1, 2, 3]],
  ...[{}, { a: 1 }, { a: "x", b: 2 }, { b: null }, { tmp: 1 }, { a: { b: ["c"] } }, { constructor: 1 }],
];

const schemas: readonly JsonObject[] = [
  ...["null", "boolean", "integer", "number", "string", "array", "object"].map((type) => ({ type })),
  { type: ["string", "null"] },
  { enum: [1, "a", { a: 1 }, [1, "a"]] },
  { const: null },
  { const: { b: 2, a: "x" } },
  { minimum: 1, maximum: 2 },
  { exclusiveMinimum: 0, exclusiveMaximum: 2.5 },
  { multipleOf: 0.1 },
  { multipleOf: 2 },
  { minLength: 1, maxLength: 1 },
  { pattern: "^tmp/" },
  { pattern: "^.$" },
  { minItems: 1, maxItems: 2 },
  { uniqueItems: true },
  { prefixItems: [{ type: "integer" }], items: { type: "string" } },
  { prefixItems: [true, false] },
  { items: { type: "integer" } },
  { contains: { const: 1 } },
  { contains: { const: 1 }, minContains: 2 },
  { contains: { const: 1 }, minContains: 0, maxContains: 1 },
  { minProperties: 1, maxProperties: 1 },
  { required: ["a"] },
  { properties: { a: { type: "integer" }, constructor: { type: "string" } } },
  { patternProperties: { "^t": { type: "string" } } },
  { properties: { a: true }, patternProperties: { "^t": true }, additionalProperties: false },
  { additionalProperties: { type: "integer" } },
  { propertyNames: { maxLength: 1 } },
  { dependentRequired: { a: ["b"] } },
  { dependentSchemas: { a: { required: ["b"] } } },
  { allOf: [{ type: "number" }, { minimum: 2 }] },
  { anyOf: [{ type: "string" }, { type: "array" }] },
  { oneOf: [{ type: "integer" }, { minimum: 1 }] },
  { not: { type: "object" } },
  { if: { type: "number" }, then: { minimum: 1 }, else: { type: "string" } },
  { if: { type: "string" }, else: false },
  { title: "anything", description: "at all", $comment: "." },
];

it("decides every keyword as the schema compiler does", () => {
  const differing = schemas.flatMap((schema) => {
    const { validate } = compileSchema(schema);
    return values.flatMap((value) => (validate(structuredClone(value)) === matchesSchema(value, schema) ? [] : [{ schema, value }]));
  });
  expect(differing).toEqual([]);
});

it("is tried with every keyword that conditions may have", () => {
  const text = JSON.stringify(schemas);
  expect(decidedKeywords.filter((key) => !text.includes(`"${key}":`))).toEqual([]);
});

it("lets nothing meet a schema with a word that it doesn't know, not even one that every object inherits", () => {
  for (const schema of [{ patern: "^a" }, { constructor: true }, { $ref: "#" }, { toString: 1 }])
    expect(matchesSchema("a", schema)).toBe(false);
});
