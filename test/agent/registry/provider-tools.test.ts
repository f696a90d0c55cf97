import { expect, it } from "vitest";
import { anthropicTools, geminiTools, openAiResponsesTools, openAiTools } from "../../../src/runtime/index.js";

const schema = { type: "object", properties: { path: { type: "string" } } };
const declarations = [{ name: "read", description: "Read a file.", parametersJsonSchema: schema }];

it("declares tools in the words of each provider's API", () => {
  const [name, description] = ["read", "Read a file."];
  expect(geminiTools(declarations)).toEqual([{ functionDeclarations: declarations }]);
  expect(geminiTools([])).toEqual([]);
  expect(openAiTools(declarations)).toEqual([{ type: "function", function: { name, description, parameters: schema } }]);
  expect(openAiResponsesTools(declarations)).toEqual([{ type: "function", name, description, parameters: schema, strict: false }]);
  expect(anthropicTools(declarations)).toEqual([{ name, description, input_schema: schema }]);
});
