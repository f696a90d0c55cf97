import { expect, it } from "vitest";
import { ToolRegistry } from "../../../src/runtime/index.js";
import { clients } from "../../server/connect.js";
import { reportProject } from "./project.js";

const project = reportProject();
const program = new URL("../../../dist/cli/main.js", import.meta.url).pathname;

it("is called by the registry of an embedding program as every tool is", async () => {
  const registry = new ToolRegistry({ environment: { workspace: project } });
  registry.registerGenerated("generated");
  const invocation = registry.getTool("report")?.build({ message: "hi", mode: "data" });
  expect(invocation?.getDescription()).toBe('report {"mode":"data","text":"hi","limit":5}');
  const result = await invocation?.execute({ abortSignal: new AbortController().signal });
  expect(result?.llmContent).toBe('{\n  "list": [\n    5\n  ]\n}');
});

it.each([
  ["generated/mcp/server.cjs", ["generated/mcp/server.cjs"]],
  ["toolgen mcp", [program, "mcp"]],
])("is served by %s, its data as structured content", async (_what, args) => {
  const session = await clients["SDK 1"]({ args, cwd: project });
  try {
    expect(await session.call("report", { text: "hi" })).toEqual({ text: "hi 5 true", isError: false });
    expect(await session.result("report", { text: "hi", mode: "data" })).toMatchObject({ structuredContent: { list: [5] } });
    const failed = await session.call("report", { text: "hi", mode: "throws" });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain("at deep (lib/deep.ts:3:9)");
  } finally {
    await session.close();
  }
});
