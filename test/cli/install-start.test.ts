import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const where = `name: where
description: Print the folder that calls work in.
kind: read
command: [sh, -c, 'printf "at %s" "$PWD"']
`;
const requests = [
  { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } } },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/call", params: { name: "where", arguments: {} } },
];

let project: string;
let home: string;
const env = () => ({
  HOME: home,
  XDG_STATE_HOME: undefined,
  XDG_CONFIG_HOME: undefined,
  CODEX_HOME: undefined,
  CLAUDE_CONFIG_DIR: undefined,
});

beforeAll(() => {
  const settings = "version: 1\nserver: toolgen\n";
  const files = { "toolgen.yaml": settings, "tools.d/where.yaml": where, "src/deep/x": "" };
  const placed = Object.entries(files).map(([path, text]) => [`my project/${path}`, text]);
  project = join(projectOf(Object.fromEntries(placed)), "my project");
  home = join(temporaryFolder(), "my home");
  mkdirSync(home);
  expect(toolgen(project, ["build"], { env: env() })).toMatchObject({ status: 0, stderr: "" });
});

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The result of a call when a client starts the server of an entry in a folder, with this PATH; or why it doesn't start. */
async function answerOf({ command, args }: Entry, { folder, path }: { readonly folder: string; readonly path: string }): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env: { HOME: home, PATH: path } });
  let errors = "";
  child.on("error", (error) => {
    errors += error.message;
  });
  child.stderr.on("data", (text) => {
    errors += String(text);
  });
  // A server that doesn't start reads nothing.
  child.stdin.on("error", () => {});
  for (const request of requests) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  for await (const line of createInterface({ input: child.stdout }))
    if (JSON.parse(line).id === 2) {
      child.kill();
      return line;
    }
  if (child.exitCode === null || !child.stderr.closed) await once(child, "close");
  return errors;
}

const install = (...args: readonly string[]) =>
  expect(toolgen(project, ["install", ...args, "--yes"], { env: env() })).toMatchObject({ status: 0, stderr: "" });
const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const windows: readonly (readonly [string, string, string])[] = [
  ["vscode", ".config/Code/User/mcp.json", "servers"],
  ["cursor", ".cursor/mcp.json", "mcpServers"],
  ["zed", ".config/zed/settings.json", "context_servers"],
  ["windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"],
  ["junie", ".junie/mcp/mcp.json", "mcpServers"],
];

it.each(sampled(windows, { usual: 3 }))(
  "starts the server for the window of %s, which has no node on its PATH and no folder of the project",
  async (client, file, key) => {
    install(client, "--user");
    const entry: Entry = json(join(home, file))[key].toolgen;
    // A folder with sh alone.
    const path = temporaryFolder();
    symlinkSync("/bin/sh", join(path, "sh"));
    expect(await answerOf(entry, { folder: "/", path })).toContain(`at ${project}`);
  },
);

const terminals: readonly (readonly [string, string, string])[] = [
  ["claude", ".mcp.json", "mcpServers"],
  ["copilot", ".github/mcp.json", "mcpServers"],
  ["qwen", ".qwen/settings.json", "mcpServers"],
  ["antigravity", ".agents/mcp_config.json", "mcpServers"],
  ["junie", ".junie/mcp/mcp.json", "mcpServers"],
];

it.each(sampled(terminals, { usual: 2 }))(
  "starts a project's server for %s in its root, from any folder below",
  async (client, file, key) => {
    install(client);
    const entry: Entry = json(join(project, file))[key].toolgen;
    for (const folder of [project, join(project, "src/deep")])
      expect(await answerOf(entry, { folder, path: process.env.PATH ?? "" })).toContain(`at ${project}`);
    // As before the first build.
    expect(await answerOf(entry, { folder: "/", path: process.env.PATH ?? "" })).toBe(
      "generated/mcp/server.cjs is missing here and above: run npx toolgen build\n",
    );
  },
);

it.each([
  ["vscode", ".vscode/mcp.json", "servers"],
  ["cursor", ".cursor/mcp.json", "mcpServers"],
])("starts a project's server for %s by the folder that it has opened", async (client, file, key) => {
  install(client);
  const { command, args }: Entry = json(join(project, file))[key].toolgen;
  const opened = { command, args: args.map((arg) => arg.replaceAll("${workspaceFolder}", project)) };
  expect(await answerOf(opened, { folder: "/", path: process.env.PATH ?? "" })).toContain(`at ${project}`);
});

it("starts the server for a user's client in a terminal in the client's own folder", async () => {
  install("claude", "--user");
  const entry: Entry = json(join(home, ".claude.json")).mcpServers.toolgen;
  const folder = join(project, "src/deep");
  expect(await answerOf(entry, { folder, path: process.env.PATH ?? "" })).toContain(`at ${folder}`);
});

it("starts the server of a plugin for Antigravity CLI, which the user or a project has, in the client's own folder", async () => {
  const source = projectOf({
    "toolgen.yaml": "version: 1\nserver: notes\ntargets: { antigravity-plugin: {} }\n",
    "tools.d/where.yaml": where,
  });
  expect(toolgen(source, ["build"], { env: env() })).toMatchObject({ status: 0, stderr: "" });
  const bundle = join(source, "generated/antigravity-plugin");
  const { command, args }: Entry = json(join(bundle, "mcp_config.json")).mcpServers.tools;
  const folder = join(project, "src/deep");
  const started = () => answerOf({ command, args }, { folder, path: process.env.PATH ?? "" });
  expect(await started()).toBe("the plugin notes is not in ~/.gemini/config/plugins, nor in .agents/plugins here\n");
  for (const plugins of [join(home, ".gemini/config/plugins"), join(folder, ".agents/plugins")]) {
    cpSync(bundle, join(plugins, "notes"), { recursive: true });
    expect(await started()).toContain(`at ${folder}`);
    // The client starts a hook in the plugin's folder.
    const [hook] = json(join(plugins, "notes/hooks.json")).notes.PreToolUse;
    expect(hook.matcher).toBe("call_mcp_tool");
    const call = { name: "call_mcp_tool", args: { ServerName: "notes_tools", ToolName: "where", Arguments: { nope: 1 } } };
    const input = JSON.stringify({ toolCall: call, workspacePaths: [folder] });
    const decided = () =>
      JSON.parse(spawnSync("sh", ["-c", hook.hooks[0].command], { cwd: join(plugins, "notes"), input }).stdout.toString());
    expect(decided()).toEqual({ decision: "deny", reason: expect.stringContaining("nope") });
    rmSync(join(plugins, "notes/generated/bin/hook"));
    expect(decided()).toEqual({ decision: "deny", reason: expect.stringContaining("toolgen doctor") });
    rmSync(plugins, { recursive: true });
  }
});

it("starts the user's plugin for Antigravity CLI before one that a repository brings, and none of a folder above", async () => {
  const bundled = projectOf({
    "toolgen.yaml": "version: 1\nserver: notes\ntargets: { antigravity-plugin: {} }\n",
    "tools.d/where.yaml": where,
  });
  expect(toolgen(bundled, ["build"], { env: env() })).toMatchObject({ status: 0 });
  const { command, args }: Entry = json(join(bundled, "generated/antigravity-plugin/mcp_config.json")).mcpServers.tools;
  const server = (plugins: string, words: string) => {
    const file = join(plugins, "notes", args[3] ?? "");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `console.error("${words}");\n`);
  };
  const started = (folder: string) => answerOf({ command, args }, { folder, path: process.env.PATH ?? "" });
  const folder = join(project, "src/deep");
  server(join(project, ".agents/plugins"), "the repository's");
  expect(await started(folder)).toContain("is not in");
  expect(await started(project)).toBe("the repository's\n");
  server(join(home, ".gemini/config/plugins"), "the user's");
  for (const at of [folder, project]) expect(await started(at)).toBe("the user's\n");
});
