import { afterAll, expect, it } from "vitest";
import { removeFolders } from "../../tools.d/repository.js";
import { copilot } from "./programs/copilot.js";
import { called, declared, expectPolicy, textsIn, world } from "./world.js";

afterAll(removeFolders);

const others = {
  ".copilot/mcp-config.json": '\uFEFF{ "mcpServers": {} }',
  ".copilot/permissions-config.json":
    '{\n  "locations": {\n    "/else": { "tool_approvals": [{ "kind": "mcp", "serverName": "x", "toolName": null }] }\n  }\n}\n',
};

it.runIf(copilot.isInstalled)("lets Copilot CLI run what only reads, ask about the rest, and not see what is denied", async () => {
  const here = world();
  here.toolgen("install", "copilot", "--no-hooks", "--yes");
  const { declared: now, answerOf, output } = await called(copilot, here, here.project);
  expect(now, output).toEqual(declared);
  expect(answerOf("reads"), output).toContain(`hello in ${here.project}`);
  for (const name of ["changes", "asked", "banned"]) expect(answerOf(name), output).not.toContain("hello in");
});

it.runIf(copilot.isInstalled)("lets Copilot CLI run what the user's settings allow, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "copilot", "--user", "--no-hooks", "--yes");
  expectPolicy(await called(copilot, here, here.project), here.project);
  // It keeps approvals by folder.
  const below = await called(copilot, here, here.below, { tools: ["reads", "changes"] });
  expect(below.answerOf("reads"), below.output).toContain(`hello in ${here.below}`);
  expect(below.answerOf("changes"), below.output).toContain("Permission denied");
  here.toolgen("uninstall", "copilot", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
});
