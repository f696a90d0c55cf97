import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolgen } from "../../kit/toolgen.js";
import { type AgentProgram, claude, copilot, edit, opencode } from "./programs.js";
import { called, world } from "./world.js";

const clients: readonly (readonly [string, AgentProgram, string, readonly string[]])[] = [
  ["claude", claude, ".claude/agents/writer.md", ["--agent", "writer"]],
  ["opencode", opencode, ".opencode/agent/writer.md", ["--agent", "writer"]],
  ["copilot", copilot, ".github/agents/writer.agent.md", ["--trust-folder", "--disable-builtin-mcps", "--agent", "writer"]],
];

it.each(clients)("gives an agent of %s the tools of a toolset, and no others of the server", async (id, program, path, flags) => {
  if (!program.isInstalled) return;
  const changes = `name: changes
description: Print a text and the folder.
toolsets: [write]
kind: edit
risk: safe
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
`;
  const here = world({}, { "tools.d/changes.yaml": changes });
  here.toolgen("install", id, "--agent", "writer", "--toolsets", "write", "--yes");
  program.trust?.(here.home, here.project);
  const run: AgentProgram["run"] = (one) => program.run({ ...one, flags });
  const { declared, answerOf, output } = await called({ ...program, run }, here, here.project, { tools: ["changes"] });
  expect(declared, output).toEqual(["changes"]);
  expect(answerOf("changes"), output).toContain(`hello in ${here.project}`);
  here.toolgen("uninstall", id, "--agent", "writer", "--yes");
  expect(existsSync(join(here.project, path))).toBe(false);
});

it("leaves an agent of Copilot CLI no tools if the last are taken out", async () => {
  if (!copilot.isInstalled) return;
  const here = world();
  here.toolgen("install", "copilot", "--yes");
  const flags = ["--trust-folder", "--disable-builtin-mcps", "--agent", "writer"];
  const run: AgentProgram["run"] = (one) => copilot.run({ ...one, flags });
  for (const [tools, names] of [
    ['["toolgen/changes"]', ["changes"]],
    ["[]", []],
  ] as const) {
    const file = join(here.project, ".github/agents/writer.agent.md");
    edit(file, () => `---\nname: writer\ndescription: Writes.\ntools: ${tools}\n---\n\nWrite.\n`);
    const { declared, output } = await called({ ...copilot, run }, here, here.project, { tools: ["changes"] });
    expect(declared, output).toEqual(names);
  }
});

it("keeps an agent's own tools and text, and says what to write where it can't", () => {
  const toolset = { "tools.d/changes.yaml": "name: changes\ndescription: Print.\ntoolsets: [write]\nkind: read\ncommand: [date]\n" };
  const here = world({}, toolset);
  const file = join(here.project, ".claude/agents/mine.md");
  const text = "---\r\nname: mine\r\ntools: Read, mcp__toolgen__old, Grep\r\n---\r\n\r\nDo it.\r\n";
  edit(file, () => text);
  here.toolgen("install", "claude", "--agent", "mine", "--toolsets", "write", "--yes");
  expect(readFileSync(file, "utf8")).toBe(text.replace("Read, mcp__toolgen__old, Grep", "Read, Grep, mcp__toolgen__changes"));
  here.toolgen("uninstall", "claude", "--agent", "mine", "--yes");
  expect(readFileSync(file, "utf8")).toBe(text.replace("Read, mcp__toolgen__old, Grep", "Read, Grep"));
  edit(file, () => "---\nname: mine\ntools:\n  - Read\n---\n");
  const run = (...args: readonly string[]) => toolgen(here.project, ["install", "claude", "--yes", ...args], { env: { HOME: here.home } });
  const byHand = run("--agent", "mine", "--toolsets", "write");
  expect([byHand.status, byHand.stderr]).toEqual([
    1,
    expect.stringContaining("Write it by hand: add mcp__toolgen__changes.\nNothing was changed."),
  ]);
  expect(run("--agent", "mine", "--toolsets", "wirte").stderr).toContain("There is no toolset 'wirte' here. Did you mean 'write'?");
  expect(run("--agent", "mine").stderr).toContain("--agent needs --toolsets.");
  expect(run("--toolsets", "write").stderr).toContain("--toolsets needs --agent.");
  expect(run("--agent", "../x", "--toolsets", "write").stderr).toContain("can't be the name of an agent");
});
