import { expect, it } from "vitest";
import { schemaObjects } from "../../../src/compiler/json-schema/subschemas.js";

it("writes bare booleans as objects wherever a schema is wanted", () => {
  const schema = {
    type: "object",
    properties: { any: true, none: false, list: { type: "array", prefixItems: [true], items: false, contains: true } },
    patternProperties: { "^x-": true },
    dependentSchemas: { any: { not: true } },
    $defs: { deep: { anyOf: [true, { if: true, else: false }] } },
  };
  expect(schemaObjects(schema)).toEqual({
    type: "object",
    properties: { any: {}, none: { not: {} }, list: { type: "array", prefixItems: [{}], items: { not: {} }, contains: {} } },
    patternProperties: { "^x-": {} },
    dependentSchemas: { any: { not: {} } },
    $defs: { deep: { anyOf: [{}, { if: {}, else: { not: {} } }] } },
  });
});

it("leaves what opens and closes objects, and what only looks like a schema", () => {
  const schema = {
    type: "object",
    properties: { properties: { const: { items: true } }, flag: { type: "boolean", default: true, enum: [true, false] } },
    additionalProperties: false,
    unevaluatedProperties: { additionalProperties: true },
  };
  expect(schemaObjects(schema)).toEqual(schema);
});
