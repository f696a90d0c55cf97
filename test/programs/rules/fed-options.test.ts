import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = { v: { type: "string" }, e: { enum: ["a", "b"] } };

async function errors(more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: ["v", "e"] }, ...more };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

const stdin = { stdin: "{{v}}" };

it.each([
  [{ command: ["xargs", "ls"], ...stdin }],
  [{ command: ["xargs", "--", "ls"], ...stdin }],
  [{ command: ["env", "xargs", "-0", "timeout", "5", "ls"], ...stdin }],
  [{ command: ["xargs", "-I%", "ls", "%"], ...stdin }],
  [{ command: ["xargs", "-a", "{{@temp.f}}", "ls"], tempFiles: { f: "{{v}}" } }],
])("refuses a value that xargs could make an option of: %j", async (more) => {
  expect(await errors(more)).toEqual(["possible-option"]);
});

it.each([
  [{ command: ["xargs", "ls", "--"], ...stdin }],
  [{ command: ["xargs"], ...stdin }],
  [{ command: ["xargs", "-n", "1", "echo"], ...stdin }],
  [{ command: ["xargs", "-I%", "ls", "a%"], ...stdin }],
  [{ command: ["xargs", "-I%", "ls", "--", "%"], ...stdin }],
  [{ command: ["xargs", "ls"], stdin: "{{e}}" }],
  [{ command: ["xargs", "ls"], ...stdin, code: { v: "other" } }],
  [{ command: ["ls"], ...stdin }],
])("takes what can't be an option: %j", async (more) => {
  expect((await errors(more)).filter((code) => code !== "unused-parameter")).toEqual([]);
});
