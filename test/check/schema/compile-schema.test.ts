import { expect, it } from "vitest";
import { compileSchema } from "../../../src/check/schema/compile-schema.js";

it("leaves texts for people and models out of the source of a validator", () => {
  const schema = {
    type: "object",
    title: "Outer words",
    properties: {
      description: { type: "string", description: "Inner words.", examples: ["an example"], enum: ["a title"] },
      choice: {
        anyOf: [
          { const: 1, $comment: "A reason." },
          { type: "array", items: { type: "string", title: "More words" } },
        ],
      },
    },
    required: ["description"],
  };
  const { source, validate } = compileSchema(schema);
  for (const text of ["words", "Words", "an example", "A reason"]) expect(source).not.toContain(text);
  expect(source).toContain("a title");
  expect(validate({ choice: 1 })).toBe(false);
  expect(validate({ description: "a title", choice: ["b"] })).toBe(true);
});
