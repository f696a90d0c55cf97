import { expect, it } from "vitest";
import { describeCall } from "../../src/call/execute-call.js";
import { toolDefinition } from "./repair/tool-with-rules.js";

it("describes a call as JSON, without the values of its environment", () => {
  const call = {
    program: "git",
    args: ["log"],
    cwd: "/work",
    stdin: undefined,
    env: { TOKEN: "hidden", PATH: "/bin" },
    params: {},
    summary: undefined,
  };
  const described = describeCall(call, toolDefinition());
  expect(described).toEqual({
    tool: "a_tool",
    argv: ["git", "log"],
    cwd: "/work",
    env: ["PATH", "TOKEN"],
    stdin: null,
    timeoutMs: 60_000,
    summary: null,
  });
  expect(JSON.stringify(described)).not.toContain("hidden");
});
