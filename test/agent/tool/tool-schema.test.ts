import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { completed } from "../../../src/agent/tool/base-declarative-tool.js";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";
import { Kind, toolSchema } from "../../../src/runtime/index.js";
import { object, scalar, schema } from "../../compiler/emit/print/arbitrary-schemas.js";

const tool = { name: "t", displayName: "T", description: "A tool.", kind: Kind.Read };
const schemaOf = (parameterSchema: JsonObject) => toolSchema(completed({ ...tool, parameterSchema, aliases: { a: ["b"] } }))["~standard"];

it("returns what a call would get, or a problem for each wrong value with its path", () => {
  const properties = { a: { type: "integer" }, list: { type: "array", items: { type: "object", properties: { x: { type: "boolean" } } } } };
  const { validate } = schemaOf({ type: "object", properties, required: ["a"], additionalProperties: false });
  expect(validate({ b: "3" })).toEqual({ value: { a: 3 } });
  const { issues = [] } = validate({ a: "x", list: [{ x: true }, { x: "?" }], more: 1 });
  expect(issues.map(({ path }) => path?.join("."))).toEqual(expect.arrayContaining(["a", "list.1.x", "more"]));
  expect(issues.every(({ message }) => message.length > 0)).toBe(true);
  expect(validate(5).issues).toHaveLength(1);
});

const $defs: JsonObject = {
  tree: { type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { $ref: "#/$defs/list" } } },
  list: { anyOf: [{ type: ["number", "null"] }, { type: "array", items: { $ref: "#/$defs/list" } }] },
};
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie("value"), { maxLength: 3 }), object(tie("value"), 3)),
})).value;
const lax = { strict: false, validateFormats: false, logger: false } as const;
const lacking = ["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"];
const has = (value: JsonValue, word: string) => JSON.stringify(value).includes(`"${word}"`);

it("points in draft-07 to the schemas under their other names there, and keeps both dependencies of a key", () => {
  const pointed = fc.constantFrom(
    "r/prefixItems/0",
    "r/prefixItems/1/properties/prefixItems",
    "r/items",
    "r/items/items",
    "dependentSchemas/dependentSchemas/a/properties/b",
    "dependentSchemas/dependentSchemas/c/properties/b",
    "items~1prefixItems/prefixItems/0",
    "%24x/anyOf/1/prefixItems/0",
  );
  const number = { type: "number" };
  const rest = { type: "array", items: { type: "null" } };
  const dependentSchemas = { a: { properties: { b: number } }, c: { properties: { b: { type: "string" } } } };
  const named = {
    r: { prefixItems: [number, { properties: { prefixItems: { type: "boolean" } } }], items: rest },
    dependentSchemas: { dependentRequired: { a: ["b"], d: ["a"] }, dependentSchemas },
    "items/prefixItems": { prefixItems: [number] },
    $x: { anyOf: [{ type: "null" }, { prefixItems: [number] }] },
  };
  const member = fc.constantFrom<JsonValue>(1, "x", true, null, [], [null]);
  const value = fc.oneof(member, fc.dictionary(fc.constantFrom("a", "b", "c", "d"), member), fc.array(member, { maxLength: 3 }));
  fc.assert(
    fc.property(pointed, fc.constantFrom(...Object.keys(named), "x"), value, (pointer, name, given) => {
      const { jsonSchema } = schemaOf({ type: "object", properties: { ...named, x: { $ref: `#/properties/${pointer}` } } });
      const newer = new Ajv2020.default(lax).compile(jsonSchema.input({ target: "draft-2020-12" }));
      const older = new Ajv.default(lax).compile(jsonSchema.input({ target: "draft-07" }));
      expect(older({ [name]: given })).toBe(newer({ [name]: given }));
    }),
    { numRuns: 200 },
  );
});

it("says in draft-07 what it says in draft 2020-12, but for words that draft-07 lacks", () => {
  let compared = 0;
  fc.assert(
    fc.property(schema, fc.array(json, { minLength: 10, maxLength: 10 }), (x, values) => {
      const parameterSchema = { type: "object", properties: { x }, $defs };
      const { jsonSchema } = schemaOf(parameterSchema);
      const newer = new Ajv2020.default(lax).compile(jsonSchema.input({ target: "draft-2020-12" }));
      const older = new Ajv.default(lax).compile(jsonSchema.input({ target: "draft-07" }));
      for (const value of values) {
        if (lacking.some((word) => has(x, word))) continue;
        expect(older({ x: value })).toBe(newer({ x: value }));
        compared++;
      }
    }),
    { numRuns: 40 },
  );
  expect(compared).toBeGreaterThan(100);
});
