import { expect, it } from "vitest";
import { acceptedCalls } from "../../compiler/check/lower/accepted-calls.js";
import { compiledTool } from "../../kit/compiled.js";

/** The client's own validator, by its file: the package's entry takes a second to load. */
const { SchemaValidator } = await import("./node_modules/@google/gemini-cli-core/dist/src/utils/schemaValidator.js");

it.each(acceptedCalls)("lets a call with %s through the client's own validator", async (_, schema, more, params) => {
  const { tool } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }),
  );
  // As the client adds its own key to every tool.
  const withOwnKey = (shown: { readonly properties?: unknown } = {}) => ({
    ...shown,
    properties: { ...(shown.properties as object), wait_for_previous: { type: "boolean" } },
  });
  const validate = (shown: object | undefined) => SchemaValidator.validate(withOwnKey(shown), { ...params, wait_for_previous: true });
  expect(validate(tool?.openSchema)).toBeNull();
  expect(validate(tool?.schema), "the canonical schema is refused").toMatch(/^params/);
});

it.each(["true", "false", "2"])("is why scalars admit a text: the client turns %j into nothing else", (text) => {
  const schema = { type: "object", properties: { value: { type: text === "2" ? "integer" : "boolean" } } };
  expect(SchemaValidator.validate(schema, { value: text })).toMatch(/^params\/value must be/);
});
