import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const edits = { type: "array", items: { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } } };

async function problems(more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties: { edits, all: { type: "boolean" } } } };
  const { diagnostics } = await compiledTool(JSON.stringify({ ...spec, command: ["prog", "{{json @params}}"], ...more }));
  return diagnostics.map(({ message }) => message);
}

it("offers names inside parameters as closest names", async () => {
  expect(await problems({ paths: { "edits[].paht": "read" } })).toEqual([
    "There is no parameter 'edits[].paht'. Did you mean 'edits[].path'?",
  ]);
});

it("takes only parameters at the top for such as exclude each other, for inside of others nothing would be compared", async () => {
  expect(await problems({ mutuallyExclusive: [["edits", "all"]] })).toEqual([]);
  expect(await problems({ mutuallyExclusive: [["edits[].path", "all"]] })).toEqual(["There is no parameter 'edits[].path'."]);
});
