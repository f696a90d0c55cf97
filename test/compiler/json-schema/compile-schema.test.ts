import { expect, it } from "vitest";
import { compileSchema } from "../../../src/compiler/json-schema/compile-schema.js";
import type { JsonObject } from "../../../src/contract/json-value.js";

const schemas: readonly JsonObject[] = [
  { type: "object", properties: { a: { type: "string", pattern: "^a", default: "a" } } },
  { type: "object", properties: { a: { type: "string", pattern: "^a", maxLength: 3 }, day: { type: "string", format: "date" } } },
  { type: "object", properties: { b: { $ref: "#/$defs/b" } }, $defs: { b: { enum: ["x", "y"], minLength: 1 } } },
  { type: "object", properties: { constructor: { type: "integer" } }, required: ["constructor"] },
  { type: "object", properties: { b: { $ref: "#part" } }, $defs: { c: { $anchor: "part", type: "string", format: "uri" } } },
  { type: "object", properties: { b: { $ref: "urn:part" } }, $defs: { c: { $id: "urn:part", type: "string", maxLength: 2 } } },
];

it("prints the same code whatever was compiled before", () => {
  const sources = schemas.map((schema) => compileSchema(schema).source);
  const again = schemas.toReversed().map((schema) => compileSchema(structuredClone(schema)).source);
  expect(again.toReversed()).toEqual(sources);
  expect(schemas.map((schema) => compileSchema(schema).source)).toEqual(sources);
});

it("keeps a validator as it was when others were compiled after it", () => {
  const validators = schemas.map((schema) => compileSchema(schema).validate);
  const [first, dated, chosen, , , identified] = validators;
  expect([first?.({ a: "b" }), first?.({})]).toEqual([false, true]);
  expect([dated?.({ day: "2026-02-30" }), dated?.({ day: "2026-02-28" })]).toEqual([false, true]);
  expect([chosen?.({ b: "z" }), chosen?.({ b: "x" })]).toEqual([false, true]);
  expect([identified?.({ b: "long" }), identified?.({ b: "ab" })]).toEqual([false, true]);
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
  const { validate } = compileSchema({ type: "object", properties: { a: { type: "string", maxLength: 2 } } });
  expect([validate({ a: "😀😀" }), validate({ a: "abc" })]).toEqual([true, false]);
});
