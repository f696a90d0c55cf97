import { expect, it } from "vitest";
import { copilot } from "./programs.js";
import { called, declared, expectPolicy, textsIn, world } from "./world.js";

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

const claimed = (name: string, rest: string) => `name: ${name}
description: Print a text and the folder.
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
annotations: { readOnlyHint: true }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
${rest}
`;

it.runIf(copilot.isInstalled)(
  "lets Copilot CLI ask about a tool that requires confirmation, though its spec says that it only reads",
  async () => {
    const here = world(
      {},
      {
        "tools.d/confirmed.yaml": claimed("confirmed", "kind: read\nrisk: { level: safe, requiresConfirmation: true }"),
        "tools.d/dangerous.yaml": claimed("dangerous", "kind: execute\nrisk: dangerous"),
        "tools.d/moderate.yaml": claimed("moderate", "kind: execute\nrisk: moderate"),
      },
    );
    const tools = ["confirmed", "dangerous", "moderate"];
    for (const flags of [["--no-hooks"], ["--user", "--no-hooks"], ["--hooks"]]) {
      here.toolgen("install", "copilot", ...flags, "--yes");
      const { answerOf, output } = await called(copilot, here, here.project, { tools: ["reads", ...tools] });
      expect(answerOf("reads"), output).toContain("hello in");
      for (const name of tools) expect(answerOf(name), output).not.toContain("hello in");
      here.toolgen("uninstall", "copilot", ...flags.filter((flag) => flag === "--user"), "--yes");
    }
  },
);
