import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claude } from "./programs.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

const others = {
  ".claude.json": '{\n\t"numStartups": 3,\n\t"mcpServers": {\n\t\t"git": { "command": "git-mcp" }\n\t}\n}',
  ".claude/settings.json": '{"permissions":{"deny":["Bash(rm:*)"],"allow":[]},"model":"opus"}\n',
};

it.runIf(claude.isInstalled)(
  "lets Claude Code run what is allowed, refuse what it would ask about, and not see what is denied",
  async () => {
    const here = world();
    here.toolgen("install", "claude", "--yes");
    claude.trust?.(here.home, here.project);
    expectPolicy(await called(claude, here, here.project), here.project);
  },
);

it.runIf(claude.isInstalled)("lets Claude Code do so from a subfolder, by the user's settings, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "claude", "--user", "--yes");
  expectPolicy(await called(claude, here, here.below), here.below);
  here.toolgen("uninstall", "claude", "--user", "--yes");
  expect(textsIn(here, others)[".claude/settings.json"]).toBe(others[".claude/settings.json"]);
  // Claude Code itself writes this file at every start.
  const { mcpServers } = JSON.parse(readFileSync(join(here.home, ".claude.json"), "utf8"));
  expect(mcpServers).toEqual(JSON.parse(others[".claude.json"]).mcpServers);
});

it.runIf(claude.isInstalled)(
  "starts the project's server in the project's root for Claude Code in a subfolder, which then asks",
  async () => {
    const here = world();
    here.toolgen("install", "claude", "--yes");
    claude.trust?.(here.home, here.below);
    const { declared, answerOf, output } = await called(claude, here, here.below);
    // Its settings aren't read there, denials included: it asks, and the server refuses what is denied.
    expect(declared, output).toContain("reads");
    expect(answerOf("reads"), output).toContain('"is_error":true');
    expect(answerOf("banned"), output).not.toContain("hello in");
  },
);
