import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json-value.js";
import { compareSchemas } from "../../src/contract/surface/compare-schemas.js";

const codes = (before: JsonObject, after: JsonObject) =>
  compareSchemas(before, after).map(({ path, code }) => (path === "" ? code : `${path}: ${code}`));

it("finds changes of properties and elements at any depth", () => {
  const schema = (inner: JsonObject): JsonObject => ({
    properties: { edits: { type: "array", items: { type: "object", properties: { text: inner } } } },
  });
  expect(codes(schema({ type: "string", maxLength: 9 }), schema({ type: "string", maxLength: 5 }))).toEqual(["edits[].text: narrowed"]);
});

it("follows references, also of a schema that contains itself", () => {
  const tree = (leaf: JsonObject): JsonObject => ({
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { leaf, children: { type: "array", items: { $ref: "#/$defs/node" } } } } },
  });
  expect(codes(tree({ type: "string" }), tree({ type: "string" }))).toEqual([]);
  expect(codes(tree({ type: "string" }), tree({ type: "integer" }))).toEqual(["leaf: narrowed", "leaf: widened"]);
});

it("finds that a key is required now, also one that isn't declared", () => {
  expect(codes({ type: "object" }, { type: "object", required: ["x"] })).toEqual(["x: now-required"]);
  expect(codes({ type: "object", required: ["x"] }, { type: "object" })).toEqual(["x: no-longer-required"]);
  expect(codes({ required: ["x"], properties: { x: {} } }, { required: ["x"], properties: { x: {} } })).toEqual([]);
});

it("takes an integer for a number", () => {
  expect(codes({ type: "integer" }, { type: "number" })).toEqual(["widened"]);
  expect(codes({ type: "number" }, { type: "integer" })).toEqual(["narrowed"]);
});

it("finds a schema that is closed to other keys", () => {
  expect(codes({ type: "object" }, { type: "object", additionalProperties: false })).toEqual(["narrowed"]);
  expect(codes({ additionalProperties: { type: "string" } }, { additionalProperties: { type: ["string", "null"] } })).toEqual([
    ".*: widened",
  ]);
});

it("accepts more branches of anyOf, and none that is gone", () => {
  const branches = (...types: readonly string[]): JsonObject => ({ anyOf: types.map((type) => ({ type })) });
  expect(codes(branches("string"), branches("string", "null"))).toEqual(["widened"]);
  expect(codes(branches("string", "null"), branches("string"))).toEqual(["changed"]);
});

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "integer", "number", "boolean", "null") }),
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: 0, max: 4 }), maximum: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 0, max: 2 }), maxLength: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, 2, null), { minLength: 1 }) }),
  fc.record({ const: fc.constantFrom("a", 1, null) }),
  fc.record({ type: fc.constant(["string", "null"]) }),
  fc.constant({}),
);

const objectOf = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("x", "y"), inner, { noNullPrototype: true }),
    required: fc.uniqueArray(fc.constantFrom("x", "y")),
    additionalProperties: fc.boolean(),
  });

const schemas: fc.Arbitrary<JsonObject> = fc.oneof(
  leaf,
  objectOf(fc.oneof(leaf, objectOf(leaf))),
  fc.record({ type: fc.constant("array"), items: leaf, maxItems: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
);

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>("a", "b", "", "abc", 0, 1, 2, 3.5, null, true),
    fc.array(tie("any"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("x", "y", "z"), tie("any"), { noNullPrototype: true, maxKeys: 3 }),
  ),
})).any;

it("never overlooks that a valid value became invalid", () => {
  const breaking = new Set(["narrowed", "changed", "now-required", "property-removed"]);
  fc.assert(
    fc.property(schemas, schemas, fc.array(value, { minLength: 20, maxLength: 20 }), (before, after, values) => {
      const differences = compareSchemas(before, after);
      const isBreaking = differences.some((one) => breaking.has(one.code) || one.code === "property-added");
      if (isBreaking) return;
      const ajv = new Ajv2020({ strict: false });
      const [old, now] = [ajv.compile(before), ajv.compile(after)];
      for (const one of values) if (old(one)) expect([one, now(one)]).toEqual([one, true]);
    }),
    { numRuns: 2000 },
  );
});
