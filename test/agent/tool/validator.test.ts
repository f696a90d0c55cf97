import { expect, it } from "vitest";
import { createValidator } from "../../../src/agent/validator.js";

it("ignores the keyword id, as a build does", () => {
  const validate = createValidator({ type: "object", id: "x", properties: { a: { type: "string", id: "y" } } });
  expect([validate({ a: "b" }), validate({ a: {} })]).toEqual([true, false]);
});

it("ignores the keywords of ajv and OpenAPI that builds ignore", () => {
  const validate = createValidator({
    type: "object",
    formatMinimum: 1,
    properties: { a: { nullable: true }, b: { type: "string", nullable: true, formatMaximum: {} }, nullable: { const: 1 } },
    required: ["nullable"],
  });
  expect(validate({ a: 1, b: "x", nullable: 1 })).toBe(true);
  expect(validate({ b: null, nullable: 1 })).toBe(false);
  expect(validate({})).toBe(false);
});
