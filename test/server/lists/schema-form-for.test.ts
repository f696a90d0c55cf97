import { expect, it } from "vitest";
import { schemaFormFor } from "../../../src/server/lists/offered-tools.js";

it.each(["gemini-cli-mcp-client", "gemini-cli-mcp-client-notes", "qwen-cli-mcp-client-toolgen", "toolgen"])(
  "gives %s, which validates calls, open schemas",
  (name) => {
    expect(schemaFormFor({ name, version: "0.0.1" })).toBe("open");
  },
);

it.each([
  { name: "claude-code" },
  { name: "codex-mcp-client" },
  { name: "toolgen-inspector" },
  { name: "my-gemini-cli-mcp-client" },
  { name: 5 },
  {},
  undefined,
  null,
  "gemini",
])("gives %j the schemas of the specs", (client) => {
  expect(schemaFormFor(client)).toBe("canonical");
});
