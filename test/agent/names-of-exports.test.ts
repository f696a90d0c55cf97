import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as runtime from "../../src/runtime/index.js";

/** The names of Gemini CLI's API of tools that programs import, and those of toolgen's registry, flow and loop. */
const values =
  "BaseDeclarativeTool BaseToolInvocation DeclarativeTool DiscoveredTool Kind ToolConfirmationOutcome ToolErrorType ToolRegistry " +
  "executeFunctionCall extractors hasCycleInSchema isTool normalizeArguments runAgenticLoop";
const types =
  "AnyDeclarativeTool AnyToolInvocation DiffStat DiscoveredMCPTool FileDiff FunctionCall FunctionDeclaration FunctionResponse " +
  "ToolBuilder ToolCallConfirmationDetails ToolConfirmationPayload ToolDefinition ToolEditConfirmationDetails " +
  "ToolExecuteConfirmationDetails ToolInfoConfirmationDetails ToolInvocation ToolLocation ToolMcpConfirmationDetails ToolMetadata " +
  "ToolResult ToolResultDisplay";

const page = readFileSync(new URL("../../docs/runtime-api.md", import.meta.url), "utf8");
const isDocumented = (name: string) => new RegExp(`^\\| \`${name}[\`(]|^Types: [^.]*\`${name}\``, "m").test(page);

it("exports the names of the API of tools, and documents them", () => {
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining(values.split(" ")));
  // The page has exactly the exports of the module (`npm run docs`).
  expect(`${values} ${types}`.split(" ").filter((name) => !isDocumented(name))).toEqual([]);
});

it("has the values of outcomes and kinds that the API has", () => {
  const { Kind, ToolConfirmationOutcome } = runtime;
  expect(Object.keys(Kind)).toEqual(
    expect.arrayContaining(["Read", "Edit", "Delete", "Move", "Search", "Execute", "Think", "Fetch", "Other"]),
  );
  const outcomes = ["ProceedOnce", "ProceedAlways", "ProceedAlwaysServer", "ProceedAlwaysTool", "ModifyWithEditor", "Cancel"];
  expect(Object.keys(ToolConfirmationOutcome)).toEqual(expect.arrayContaining(outcomes));
});
