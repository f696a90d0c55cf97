import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const node = (key: string) => ({ type: "object", properties: { [key]: { const: 1 }, next: { $ref: "#/$defs/node" } }, required: [key] });
const own = { properties: { text: { type: "string", pattern: "^a*$" } } };
const recursive = {
  properties: { tree: { $ref: "#/$defs/node" } },
  $defs: { node: { anyOf: [node("left"), node("right"), { const: 1 }] } },
};

it.each([
  ["a schema without references", own, true],
  ["a union that contains itself: each level of the arguments doubles the work", recursive, false],
])("marks tools whose short arguments are quick to check: %s", async (_, schema, isMarked) => {
  const spec = { name: "walk", description: "Walks a tree.", kind: "read", schema, command: ["true"] };
  const { files, diagnostics } = await compiled({ "walk.json": JSON.stringify(spec) });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = files.find(({ path }) => path.endsWith("bin/tools/walk.cjs"))?.text ?? "";
  expect(text.includes("exports.quickToCheck = true;")).toBe(isMarked);
});
