import fc from "fast-check";
import { expect, it } from "vitest";
import { printSchemaTypes } from "../../../src/emit/print/schema-types.js";
import { printUsualTypes } from "../../../src/emit/print/usual-types.js";
import { described, plainSchema } from "../../../src/emit/typescript/plain-schema.js";
import type { JsonObject, JsonValue } from "../../../src/runtime/json/json-value.js";
import { repeat } from "../../kit/repeat.js";
import * as unusual from "../typescript/arbitrary-schemas.js";

const named = (schema: JsonValue, comment = "Parameters.") => ({
  name: "SomeParams",
  schema: described(
    plainSchema(schema, () => undefined),
    comment,
  ),
  $defs: {},
});

/** Names with a meaning to JSON Schema, to json-schema-to-typescript, to JavaScript or to TypeScript, and others. */
const names = [
  ...["a", "b", "some_key", "odd-key", "x1", "_", "path", "type", "items", "title", "description", "properties", "required", "default"],
  ...["id", "enum", "const", "definitions", "nullable", "extends", "tsType", "deprecated", "additionalProperties", "class", "null"],
  ...["-1", "1", "", "$ref", "$id", "$defs", "a.b", "ü", "toString", "constructor", "__proto__", "hasOwnProperty", "k\u202ey"],
];

const text = fc.oneof(
  fc.constantFrom("Some text.", "Two\n\nlines\n", "  indented\n * starred", "a */ b", "@deprecated it", "\u2028", "x\u202ey", "/", ""),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Schemas as tools have them, and some that aren't usual. */
const { schema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => {
  const values = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
  const value = fc.oneof({ withCrossShrink: true }, values, fc.array(values, { maxLength: 2 }), fc.record({ a: values }));
  const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
  const described = (typed: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
    fc.tuple(typed, fc.option(text)).map(([one, description]) => (description === null ? one : { ...one, description }));
  const object = fc
    .record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...names), tie("schema"), { maxKeys: 5 }),
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
      ...{ additionalProperties: fc.option(fc.oneof(fc.boolean(), fc.boolean(), tie("schema"))) },
    })
    .map(({ additionalProperties, ...rest }): JsonObject => (additionalProperties === null ? rest : { ...rest, additionalProperties }));
  return {
    object: described(object),
    schema: fc.oneof(
      { maxDepth: 3 },
      described(types.map((type) => ({ type }))),
      described(fc.uniqueArray(types, { minLength: 1, maxLength: 3 }).map((type) => ({ type }))),
      described(fc.array(value, { minLength: 1, maxLength: 4 }).map((options) => ({ enum: options }) as JsonObject)),
      described(fc.integer().map((minimum) => ({ type: "integer", minimum, default: minimum }))),
      described(fc.tuple(tie("schema"), fc.nat(2)).map(([items, minItems]) => ({ type: "array", items, minItems }))),
      tie("object"),
    ),
  };
});

it("prints a usual schema as json-schema-to-typescript does, byte for byte", async () => {
  const seen = { usual: 0, all: 0 };
  const root = fc.record({ type: fc.constant("object"), properties: fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 6 }) });
  await fc.assert(
    fc.asyncProperty(fc.oneof(root, schema), text, async (made, comment) => {
      const types = named(made as JsonObject, comment);
      const printed = printUsualTypes(types);
      seen.all++;
      if (printed === undefined) return;
      seen.usual++;
      expect(printed).toBe(await printSchemaTypes(types));
    }),
    { numRuns: repeat({ usual: 400, soak: 20_000 }) },
  );
  expect(seen.usual).toBeGreaterThan(seen.all / 10);
});

it("leaves all other schemas to it, or prints the same", async () => {
  await fc.assert(
    fc.asyncProperty(unusual.schema, async (made) => {
      const types = named({ type: "object", properties: { a: made } });
      const printed = printUsualTypes(types);
      if (printed !== undefined) expect(printed).toBe(await printSchemaTypes(types));
    }),
    { numRuns: repeat({ usual: 200, soak: 20_000 }) },
  );
});

it.each<[string, JsonObject]>([
  ["scalars, lists and enumerations", { a: { type: "string" }, b: { type: "array", items: { enum: ["x", 1, null] } }, "c-d": true }],
  ["objects in objects and lists", { a: { type: "array", items: { type: "object", properties: { b: { type: ["string", "null"] } } } } }],
  ["no properties", {}],
])("prints without the package: %s", async (_, properties) => {
  const types = named({ type: "object", properties, additionalProperties: false });
  expect(printUsualTypes(types)).toBe(await printSchemaTypes(types));
});

it.each<[string, JsonObject]>([
  ["tuples", { a: { type: "array", prefixItems: [{ type: "string" }] } }],
  ["intersections", { a: { allOf: [{ type: "string" }, { enum: ["x"] }] } }],
  ["unions of other types", { a: { type: ["array", "string"] } }],
  ["typed keys of any name", { a: { type: "object", additionalProperties: { type: "string" } } }],
])("leaves to the package: %s", (_, properties) => {
  expect(printUsualTypes(named({ type: "object", properties }))).toBeUndefined();
});
