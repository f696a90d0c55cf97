import fc from "fast-check";
import { expect, it } from "vitest";
import { compileByAjv } from "../../../../src/check/schema/compile-by-ajv.js";
import { compileSchema } from "../../../../src/check/schema/compile-schema.js";
import { isUsualSchema } from "../../../../src/check/schema/validator/usual-schema.js";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json/json-value.js";
import { hasBoundedText } from "../../../../src/runtime/tool/bound-texts.js";
import { repeat } from "../../../kit/repeat.js";

/** A tool's schema with one parameter. */
const withParameter = (a: JsonValue): JsonObject => ({ type: "object", properties: { a }, additionalProperties: false });

/** The code that ajv prints for a schema without annotations. */
const printedByAjv = (schema: JsonObject) => compileByAjv(schema, { ownProperties: false, isBounded: hasBoundedText(schema) }).source;

const parts: readonly JsonObject[] = [
  ...["string", "boolean", "integer", "number", "null", "array", "object"].map((type) => ({ type })),
  { type: ["string", "null"], minLength: 1 },
  { type: ["array", "object", "null", "integer", "number"] },
  { type: ["array", "object"] },
  { type: "integer", minimum: -1, maximum: 1e21, exclusiveMinimum: 0.5, exclusiveMaximum: 9, multipleOf: 5 },
  { type: "string", maxLength: 3, minLength: 2, pattern: '^"a/b\\d' },
  { type: "string", pattern: "^a", default: 'a"\u2028' },
  { type: ["integer", "string", "array", "object"], minimum: 1, minLength: 1, minItems: 1, minProperties: 1 },
  ...["date", "date-time", "uri", "uuid", "duration", "binary", "int32", "double", "regex"].map((format) => ({ type: "string", format })),
  { type: "number", format: "date", maximum: 3 },
  { type: "integer", format: "int64" },
  { type: "string", format: "url", maxLength: 200 },
  { enum: ["a", 'b"', 1, 1.5, null, true] },
  { type: "string", enum: ["only"] },
  { const: null },
  { const: "x", type: "string" },
  { type: "array", items: { type: "string", pattern: "^a" }, maxItems: 3, minItems: 1 },
  { type: "array", items: { type: "array", items: { type: "object", properties: { "x/y~z": { type: "boolean" } } } } },
  { type: "array", items: {} },
  { type: "array", items: true },
  { type: "object", additionalProperties: true },
  { type: "object", properties: { "not-a-name": true, b: {}, c: { type: "boolean", default: false } }, required: ["not-a-name"] },
  { type: "object", properties: { b: { type: "object", properties: { c: { type: "string", minLength: 1 } }, maxProperties: 2 } } },
  { type: "object", properties: Object.fromEntries([..."abcdefghi"].map((name) => [name, {}])), additionalProperties: false },
];

it.each(parts)("prints what ajv prints: %j", (part) => {
  for (const schema of [
    part,
    withParameter(part),
    withParameter({ type: "array", items: part }),
    withParameter({ ...part, default: null }),
  ]) {
    expect(isUsualSchema(schema)).toBe(true);
    expect(compileSchema(schema).source).toBe(printedByAjv(schema));
  }
});

const unusual: readonly JsonObject[] = [
  {},
  { title: "no keyword that restricts" },
  { type: "object", properties: { a: false } },
  { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } },
  { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "string" } } },
  { type: "object", properties: { a: { enum: [["list"]] } } },
  { type: "object", properties: { a: { properties: {} } } },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "array", uniqueItems: true },
  { type: "string", format: "unknown" },
];

it.each(unusual)("leaves to ajv: %j", (schema) => {
  expect(isUsualSchema(schema)).toBe(false);
  if (schema.title === undefined) expect(compileSchema(schema).source).toBe(printedByAjv(schema));
});

const name = fc.constantFrom("a", "b", "data0", "x y", "ü", "a/b", "length", "x-1");
const count = fc.nat(3);
const scalar = fc.oneof(
  fc.constantFrom("a", "b\u2029", "", "err0"),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(true, null),
);
const keywords = {
  type: fc.oneof(
    fc.constantFrom("string", "boolean", "integer", "number", "null", "array", "object"),
    fc.uniqueArray(fc.constantFrom("string", "boolean", "integer", "number", "null", "array", "object"), { minLength: 1, maxLength: 4 }),
  ),
  enum: fc.array(scalar, { minLength: 1, maxLength: 4 }),
  const: scalar,
  ...{ maximum: fc.integer(), minimum: fc.double({ noNaN: true, noDefaultInfinity: true }), multipleOf: fc.integer({ min: 1 }) },
  ...{
    maxLength: count,
    minLength: count,
    pattern: fc.constantFrom("^a", "[/]", "\\/", "[\\/]"),
    format: fc.constantFrom("date", "email", "url", "int32", "byte"),
  },
  ...{ maxItems: count, minItems: count, maxProperties: count, minProperties: count },
  required: fc.uniqueArray(name, { maxLength: 3 }),
  additionalProperties: fc.boolean(),
  default: scalar,
};
const { schema: arbitrary } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.record(
    {
      ...keywords,
      properties: fc.dictionary(name, fc.oneof({ maxDepth: 2 }, fc.constant(true), tie("schema")), { maxKeys: 3 }),
      items: fc.oneof({ maxDepth: 2 }, fc.constant(true), tie("schema")),
    },
    { requiredKeys: ["type"] },
  ) as fc.Arbitrary<JsonObject>,
}));

it("prints for any usual schema what ajv prints", () => {
  fc.assert(
    fc.property(arbitrary, (schema) => {
      expect(isUsualSchema(schema)).toBe(true);
      expect(compileSchema(schema).source).toBe(printedByAjv(schema));
    }),
    { numRuns: repeat({ usual: 60, soak: 20_000 }) },
  );
});

it("checks a format for values of its own type, with or without a bounded text", () => {
  const plain = { type: "object", properties: { day: { format: "date" }, count: { format: "int32" } } };
  const bounded = { ...plain, properties: { ...plain.properties, name: { maxLength: 3, pattern: "^a" } } };
  for (const schema of [plain, bounded]) {
    const { validate } = compileSchema(schema);
    expect([validate({ day: 5 }), validate({ day: "x" }), validate({ count: 0.5 }), validate({ count: 2 ** 40 })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  }
});

it("counts characters, not code units", () => {
  const { validate } = compileSchema(withParameter({ type: "string", maxLength: 2 }));
  expect([validate({ a: "😀😀" }), validate({ a: "abc" })]).toEqual([true, false]);
});
