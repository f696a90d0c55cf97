import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";
import { geminiScript } from "../gemini-cli/program.js";
import { claude, claudeProgram } from "./programs/claude.js";
import { gemini } from "./programs/gemini.js";
import { type AgentProgram, edit, start } from "./programs/program.js";
import { called, type World, world } from "./world.js";

afterAll(removeFolders);

const config = `version: 1
risk: { banned: { decision: deny }, asked: { decision: ask } }
targets: { claude-plugin: { files: [LICENSE] }, gemini-extension: {} }
`;
const scripted = `name: scripted
description: Print a text and the folder, by a script of the project.
kind: read
risk: safe
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, "{{@specDir}}/programs/say.sh", "{{text}}"]
`;

/** A bundle that was moved away from its project, which is gone, and a folder to work in. */
function installedBundle(name: string): World & { readonly bundle: string; readonly workspace: string } {
  const here = world(
    {},
    {
      "toolgen.yaml": config,
      LICENSE: "MIT\n",
      "tools.d/scripted.yaml": scripted,
      "tools.d/programs/say.sh": 'printf "%s in %s" "$1" "$PWD"\n',
    },
  );
  const bundle = join(freshFolder(), "my bundle");
  cpSync(join(here.project, "generated", name), bundle, { recursive: true });
  rmSync(here.project, { recursive: true });
  const workspace = freshFolder();
  return { ...here, bundle, workspace };
}

it.runIf(claude.isInstalled)("gives Claude Code a plugin that it finds valid", async () => {
  const { bundle, home, workspace } = installedBundle("claude-plugin");
  const run = { folder: workspace, home, modelUrl: "http://127.0.0.1:9", variables: undefined };
  const { status, stdout, stderr } = await start([claudeProgram, "plugin", "validate", bundle], run, { DISABLE_AUTOUPDATER: "1" });
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toContain("Validation passed");
  // A directory of plugins wants an icon, which a project has none of.
  expect(stdout.match(/\((\w+_\w+)\)/g)).toEqual(["(ICON_MISSING)"]);
});

it.runIf(claude.isInstalled)("runs the tools of a plugin in the folder of Claude Code, without the project", async () => {
  const here = installedBundle("claude-plugin");
  const prefix = "mcp__plugin_toolgen_tools__";
  const plugin: AgentProgram = {
    ...claude,
    prefix,
    run: (run) =>
      start([claudeProgram, "-p", "go on", "--plugin-dir", here.bundle, "--output-format", "stream-json", "--verbose"], run, {
        ANTHROPIC_BASE_URL: run.modelUrl,
        ANTHROPIC_API_KEY: "x",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        ENABLE_TOOL_SEARCH: "false",
      }),
  };
  const allow = ["reads", "asked", "scripted"].map((tool) => prefix + tool);
  edit(join(here.home, ".claude/settings.json"), () => JSON.stringify({ permissions: { allow } }));
  const { declared, answerOf, output } = await called(plugin, here, here.workspace, { tools: ["reads", "scripted", "changes", "asked"] });
  // What the project denies isn't there. What it asks about is asked about, whatever the user's rule allows.
  expect(declared, output).toEqual(["asked", "changes", "reads", "scripted"]);
  for (const tool of ["reads", "scripted"]) expect(answerOf(tool), output).toContain(`hello in ${here.workspace}`);
  for (const tool of ["changes", "asked"]) expect(answerOf(tool), output).not.toContain("hello in");
});

it.runIf(gemini.isInstalled)("runs the tools of an extension in the folder of Gemini CLI, without the project", async () => {
  const here = installedBundle("gemini-extension");
  edit(join(here.home, ".gemini/settings.json"), () => JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
  const run = { folder: here.workspace, home: here.home, modelUrl: "http://127.0.0.1:9", variables: undefined };
  const installing = await start(
    [process.execPath, geminiScript, "extensions", "install", here.bundle, "--consent", "--skip-settings"],
    run,
    {
      GEMINI_CLI_NO_RELAUNCH: "1",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    },
  );
  expect(installing.status, `${installing.stdout}${installing.stderr}`).toBe(0);
  rmSync(here.bundle, { recursive: true });
  // Unattended, it hides tools of MCP servers that nothing allows. Rules of extensions can't allow.
  mkdirSync(join(here.home, ".gemini/policies"), { recursive: true });
  edit(join(here.home, ".gemini/policies/mine.toml"), () =>
    ["reads", "scripted", "asked"]
      .map((tool) => `[[rule]]\nmcpName = "toolgen"\ntoolName = "${tool}"\ndecision = "allow"\npriority = 1\n`)
      .join("\n"),
  );
  const extension: AgentProgram = { ...gemini, prefix: "mcp_toolgen_" };
  const { declared, answerOf, output } = await called(extension, here, here.workspace, { tools: ["reads", "scripted", "banned"] });
  expect(declared, output).toEqual(["asked", "reads", "scripted"]);
  for (const tool of ["reads", "scripted"]) expect(answerOf(tool), output).toContain(`hello in ${here.workspace}`);
  expect(answerOf("banned"), output).not.toContain("hello in");
});
