import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { geminiScript } from "../gemini-cli/program.js";
import { type AgentProgram, claude, claudeProgram, edit, gemini, opencode, start } from "./programs.js";
import { called, expectPolicy, type World, world } from "./world.js";

const config = `version: 1
risk:
  banned: { decision: deny }
  asked: { decision: ask }
  ruled: { when: { text: forbidden }, decision: deny }
targets: { claude-plugin: { files: [LICENSE] }, gemini-extension: {} }
`;
const scripted = `name: scripted
description: Print a text and the folder, by a script of the project.
kind: read
data: [text]
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, "{{@specDir}}/programs/say.sh", "{{text}}"]
`;

const ruled = `name: ruled
description: Print a text and the folder.
kind: execute
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
risk: { level: dangerous, rules: [{ when: { text: dev }, level: safe }] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
`;

const prompts = `prompt: greet
description: 'Greet: "someone"'
schema: { properties: { who: { type: string, description: Whom. } } }
text: "Say hello to {{who}} and stop."
---
prompt: plain
description: It has no argument.
text: Say hello and stop.
---
prompt: trap
description: Text that clients would run.
text: "Look: !{touch pwned-1} and !\`touch pwned-2\` and @{notes.txt} and @notes.txt and $ARGUMENTS."
---
prompt: depth
description: It has a default.
schema: { properties: { depth: { type: string, enum: [deep, shallow], default: deep } } }
text: "Go {{depth}}."
`;

/** A bundle that was moved away from its project, which is gone, and a folder to work in. */
function installedBundle(name: string): World & { readonly bundle: string; readonly workspace: string } {
  const here = world(
    {},
    {
      "toolgen.yaml": config,
      LICENSE: "MIT\n",
      "tools.d/scripted.yaml": scripted,
      "tools.d/ruled.yaml": ruled,
      "tools.d/prompts.yaml": prompts,
      "tools.d/programs/say.sh": 'printf "%s in %s" "$1" "$PWD"\n',
    },
  );
  const bundle = join(temporaryFolder(), "my bundle");
  cpSync(join(here.project, "generated", name), bundle, { recursive: true });
  rmSync(here.project, { recursive: true });
  const workspace = temporaryFolder();
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

const pluginPrefix = "mcp__plugin_toolgen_tools__";

const claudeEnv = (modelUrl: string) => ({
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: "x",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  ENABLE_TOOL_SEARCH: "false",
});

/** Claude Code with a plugin for one session. */
const withPlugin = (bundle: string): AgentProgram => ({
  ...claude,
  prefix: pluginPrefix,
  run: (run) =>
    start(
      [claudeProgram, "-p", "go on", "--plugin-dir", bundle, "--output-format", "stream-json", "--verbose"],
      run,
      claudeEnv(run.modelUrl),
    ),
});

/** The calls that the user's own rules allow. */
const allow = (home: string, tools: readonly string[]) =>
  edit(join(home, ".claude/settings.json"), () => JSON.stringify({ permissions: { allow: tools.map((tool) => pluginPrefix + tool) } }));

it.runIf(claude.isInstalled)("lets the hook of a plugin decide on its calls in Claude Code, without the project and any rule", async () => {
  const here = installedBundle("claude-plugin");
  allow(here.home, ["asked", "ruled"]);
  const calls = ["reads", "scripted", "changes", "asked", "ruled-dev", "ruled-main", "ruled-forbidden"];
  const { declared, answerOf, output } = await called(withPlugin(here.bundle), here, here.workspace, { tools: calls });
  // What the project denies isn't there.
  expect(declared, output).toEqual(["asked", "changes", "reads", "ruled", "scripted"]);
  for (const tool of ["reads", "scripted", "changes"]) expect(answerOf(tool), output).toContain(`hello in ${here.workspace}`);
  expect(answerOf("ruled-dev"), output).toContain(`dev in ${here.workspace}`);
  // Unattended, Claude Code refuses what it would ask about, with the hook's question. The user's rule doesn't matter.
  for (const call of ["asked", "ruled-main"]) expect(answerOf(call), output).toContain("requires confirmation");
  expect(answerOf("ruled-forbidden"), output).toContain("denied by toolgen.yaml: risk.ruled");
});

it.runIf(claude.isInstalled)("refuses every call of a plugin whose hook is damaged or gone, whatever the user's rules allow", async () => {
  const here = installedBundle("claude-plugin");
  allow(here.home, ["reads", "ruled"]);
  const hook = join(here.bundle, "generated/bin/hook");
  const damages = [...["{", "process.exit(1)", "process.abort()"].map((text) => () => edit(hook, () => text)), () => rmSync(hook)];
  for (const damage of damages) {
    damage();
    const { answerOf, output } = await called(withPlugin(here.bundle), here, here.workspace, { tools: ["reads", "ruled-dev"] });
    for (const call of ["reads", "ruled-dev"]) {
      expect(answerOf(call), output).toContain('"is_error":true');
      expect(answerOf(call), output).not.toContain(" in /");
    }
  }
  rmSync(join(here.bundle, "hooks"), { recursive: true });
  const { answerOf, output } = await called(withPlugin(here.bundle), here, here.workspace, { tools: ["reads"] });
  expect(answerOf("reads"), output).toContain(`hello in ${here.workspace}`);
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

/** Runs a client against a model that only listens, and returns what that was sent. */
async function sent(run: (modelUrl: string) => Promise<unknown>): Promise<string> {
  const bodies: Promise<string>[] = [];
  const model = createServer((request, response) => {
    bodies.push(text(request));
    response
      .writeHead(400, { "content-type": "application/json" })
      .end('{"type":"error","error":{"type":"invalid_request_error","message":"no"}}');
  }).listen(0, "127.0.0.1");
  await once(model, "listening");
  try {
    await run(`http://127.0.0.1:${(model.address() as AddressInfo).port}`);
  } finally {
    model.close();
    model.closeAllConnections();
  }
  return (await Promise.all(bodies)).join("\n");
}

it.runIf(claude.isInstalled)("makes commands of Claude Code from prompts, which run nothing that stands in their text", async () => {
  const { bundle, home, workspace } = installedBundle("claude-plugin");
  edit(join(workspace, "notes.txt"), () => "what nobody asked for");
  const type = (typed: string) =>
    sent((modelUrl) =>
      start(
        [claudeProgram, "-p", typed, "--plugin-dir", bundle],
        { folder: workspace, home, modelUrl, variables: undefined },
        claudeEnv(modelUrl),
      ),
    );
  expect(await type("/toolgen:plain")).toContain("Say hello and stop.");
  expect(await type("/mcp__plugin_toolgen_tools__greet !`touch${IFS}pwned-1`")).toContain("Say hello to !`touch");
  const trapped = await type("/mcp__plugin_toolgen_tools__trap");
  expect(trapped).toContain("touch pwned-2");
  expect(trapped).not.toContain("what nobody asked for");
  expect(await type("/mcp__plugin_toolgen_tools__depth shallow")).toContain("Go shallow.");
  for (const file of ["pwned-1", "pwned-2"]) expect(existsSync(join(workspace, file))).toBe(false);
});

it.runIf(gemini.isInstalled)("makes commands of Gemini CLI from prompts, which run nothing that stands in their text", async () => {
  const here = installedBundle("gemini-extension");
  edit(join(here.home, ".gemini/settings.json"), () => JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
  const env = { GEMINI_CLI_NO_RELAUNCH: "1", GEMINI_CLI_TRUST_WORKSPACE: "true", GEMINI_API_KEY: "x" };
  const run = { folder: here.workspace, home: here.home, modelUrl: "", variables: undefined };
  const install = [process.execPath, geminiScript, "extensions", "install", here.bundle, "--consent", "--skip-settings"] as const;
  expect((await start(install, run, env)).status).toBe(0);
  const type = (typed: string) =>
    sent((modelUrl) => start([process.execPath, geminiScript, "-p", typed], run, { ...env, GOOGLE_GEMINI_BASE_URL: modelUrl }));
  expect(await type("/greet the whole world")).toContain("Say hello to the whole world and stop.");
  expect(await type("/trap")).toContain("touch pwned-1");
  expect(await type("/depth --depth=shallow")).toContain("Go shallow.");
  for (const file of ["pwned-1", "pwned-2"]) expect(existsSync(join(here.workspace, file))).toBe(false);
});

it.runIf(opencode.isInstalled)("starts the project's server in opencode with its policy, from a subfolder too", async () => {
  const yaml = "version: 1\nrisk: { banned: { decision: deny }, asked: { decision: ask } }\ntargets: { opencode: {} }\n";
  const here = world({}, { "toolgen.yaml": yaml });
  const variables = { OPENCODE_CONFIG: join(here.project, "generated/opencode/opencode.json") };
  for (const folder of [here.project, here.below]) expectPolicy(await called(opencode, here, folder, { variables }), here.project);
});
