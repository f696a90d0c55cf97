import { expect, it } from "vitest";
import { createValidator } from "../../../src/runtime/tool/validator.js";

it("ignores the keyword id, as a build does", () => {
  const validate = createValidator({ type: "object", id: "x", properties: { a: { type: "string", id: "y" } } });
  expect([validate({ a: "b" }), validate({ a: {} })]).toEqual([true, false]);
});
