import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const files = {
  "toolgen.yaml": "version: 1\nserver: box\n",
  "tools.d/say.yaml": `${sayTool}risk: { level: safe, rules: [{ when: { style: loud }, level: dangerous }] }\n`,
  "generated/mcp/server.cjs": "",
  "generated/bin/hook": "",
  "generated/bin/opencode-hook.mjs": "",
};

/** A project with one settings file of the user's. */
function world(path: string, text: string | undefined) {
  const project = projectOf(files);
  const home = temporaryFolder();
  const env = { HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, COPILOT_HOME: undefined, CODEX_HOME: undefined };
  const file = join(project, path);
  const write = (content: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  if (text !== undefined) write(text);
  const run = (...args: readonly string[]) => {
    const { status, stderr } = toolgen(project, [...args, "--yes"], { env });
    expect([status, stderr]).toEqual([0, ""]);
  };
  const forget = () => rmSync(join(home, ".local"), { recursive: true });
  return { run, write, forget, read: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined) };
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 4)}\n`;
const handWritten = { env: { MY_KEY: "1" }, command: "node", args: ["generated/mcp/server.cjs"] };
const withServer = json({ mcpServers: { box: handWritten } });
const codexServer = '# mine\n[mcp_servers.box]\ncommand = "node"\nargs = ["generated/mcp/server.cjs"]\nenv = { MY_KEY = "1" } # key\n';

it.each([
  ["claude", ".mcp.json", withServer],
  ["cursor", ".cursor/mcp.json", withServer],
  ["codex", ".codex/config.toml", codexServer],
] as const)("gives back the server's entry that the user of %s had written", (client, path, text) => {
  const { run, read, write } = world(path, text);
  run("install", client);
  expect(read()).not.toBe(text);
  expect(read()).toContain("MY_KEY");
  run("uninstall", client);
  expect(read()).toBe(text);
  run("install", client);
  write(path.endsWith("toml") ? `# edited\n${read()}` : `\n${read()}`);
  run("uninstall", client);
  expect(read()).toContain("MY_KEY");
});

const elements = (...commands: readonly string[]) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }] },
});

it.each([
  "node packages/x/generated/bin/hook-lint.js",
  "node packages/x/generated/bin/hook claude mcp__box__ || exit 2",
  'node "${CLAUDE_PROJECT_DIR:-.}"/generated/bin/hook claude mcp__other__ || exit 2',
])("leaves a hook of the user's that resembles toolgen's: %s", (command) => {
  const mine = json(elements(command));
  const { run, read, forget } = world(".claude/settings.json", mine);
  run("install", "claude");
  expect(JSON.parse(read() ?? "").hooks.PreToolUse).toEqual([elements(command).hooks.PreToolUse[0], expect.anything()]);
  run("uninstall", "claude");
  expect(read()).toBe(mine);
  run("install", "claude");
  forget();
  run("uninstall", "claude");
  expect(JSON.parse(read() ?? "").hooks).toEqual(elements(command).hooks);
});

it.each([true, false])("leaves a command that the user added beside the hook's (with memory: %s)", (remembers) => {
  const { run, read, write, forget } = world(".claude/settings.json", undefined);
  run("install", "claude");
  const audit = { command: "./my-audit.sh" };
  const settings = JSON.parse(read() ?? "");
  settings.hooks.PreToolUse[0].hooks.push(audit);
  write(json(settings));
  if (!remembers) forget();
  run("uninstall", "claude");
  expect(JSON.parse(read() ?? "").hooks.PreToolUse).toEqual([{ matcher: "mcp__box__.*", hooks: [audit] }]);
});

const copilotFile = json({ version: 1, hooks: { preToolUse: [{ type: "command", bash: "mine" }] } });

it.each([
  [
    ["install", "copilot"],
    ["uninstall", "copilot"],
  ],
  [
    ["install", "copilot", "--hooks"],
    ["install", "copilot", "--no-hooks"],
  ],
  [["uninstall", "copilot"]],
])("leaves the version of a file of hooks that the user had written: %j %j", (...commands) => {
  const { run, read, write } = world(".github/hooks/box.json", copilotFile);
  for (const command of commands) run(...command);
  expect(read()).toBe(copilotFile);
  const edited = copilotFile.replace("mine", "other");
  for (const [i, command] of commands.entries()) {
    if (i > 0) write((read() ?? "").replace("mine", "other"));
    run(...command);
  }
  expect(JSON.parse(read() ?? "")).toEqual(JSON.parse(commands.length > 1 ? edited : copilotFile));
});
