import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { agentClients } from "../../src/clients/agent-clients.js";
import { clientIds } from "../../src/clients/client-ids.js";
import { projectOf, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Root may write anywhere, so root's tests run the commands as another user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canRun = spawnSync(process.execPath, [program, "--version"], { ...user }).status === 0;

it("says in a folder without a project which command starts one for the client", () => {
  const { status, stderr } = toolgen(temporaryFolder(), ["install", "pi", "--yes"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("'toolgen init --client pi' starts one, and sets up the client.\n")]);
});

const deleteTool = `name: erase
description: Erase everything.
kind: delete
risk: dangerous
command: [rm, -rf, everything]
`;
const projectFiles = {
  "toolgen.yaml": "version: 1\nrisk: { banned: { decision: deny } }\n",
  "tools.d/say.yaml": sayTool,
  "tools.d/erase.yaml": deleteTool,
  "tools.d/banned.yaml": sayTool.replace("name: say", "name: banned").replace("nameAliases: [speak]\n", ""),
  "generated/mcp/server.cjs": "",
  "generated/bin/hook": "",
  "generated/bin/opencode-hook.mjs": "",
};

function world(files: Readonly<Record<string, string>> = projectFiles) {
  const project = projectOf(files);
  const home = temporaryFolder();
  const env = { HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined };
  return { project, home, env, run: (...args: readonly string[]) => toolgen(project, args, { env }) };
}

/** Every file below a folder but toolgen's own memory, by path, with its mode. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((path) => !relative(folder, path).startsWith(".local"));
  return Object.fromEntries(
    own.sort().map((path) => {
      const stat = lstatSync(path);
      return [relative(folder, path), stat.isFile() ? `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, "utf8")}` : "folder"];
    }),
  );
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const otherPeoples = {
  ".claude.json": '{\n\t"numStartups": 3,\n\t"mcpServers": {\n\t\t"git": { "command": "git-mcp" }\n\t}\n}',
  ".claude/settings.json": '{"permissions":{"deny":["Bash(rm:*)"],"allow":[]},"model":"opus"}\n',
  ".codex/config.toml": 'model = "o3" # mine\r\n\r\n[mcp_servers.git]\r\ncommand = "git-mcp"\r\n',
  ".config/opencode/opencode.json": '// mine\n{\n  "permission": { "bash": "ask" }, // keep\n}\n',
  ".copilot/mcp-config.json": '\uFEFF{ "mcpServers": {} }',
  ".qwen/settings.json": '{\n    // mine\n    "theme": "x"\n}',
  ".gemini/settings.json": "{}\n",
  ".gemini/config/hooks.json": '{"mine":{"Stop":[{"type":"command","command":"x"}]}}\n',
  ".gemini/antigravity-cli/settings.json": '{ "permissions": { "allow": ["mcp(git/status)"] }, "trustedWorkspaces": [] }',
  ".kiro/settings/mcp.json": '{"mcpServers":{"git":{"command":"git-mcp","autoApprove":["status"]}}}',
  ".config/crush/crush.json": '{\n  "permissions": { "allowed_tools": ["view", "mcp_git_status"] }\n}\n',
  ".config/amp/settings.json": '{\n  "amp.showCosts": true, // mine\n}\n',
  ".config/zed/settings.json": '{\n  "theme": "One Dark",\n}\n',
};
/** Continue has files in projects alone. */
const userClients = clientIds.filter((id) => id !== "continue" && (id !== "claude-desktop" || process.platform === "darwin"));

it("names every client in its help", () => {
  expect(agentClients.map(({ id }) => id)).toEqual(clientIds);
});

it.each([[], ["--hooks"], ["--no-hooks"]])(
  "installs all clients in a home full of other people's settings, and gives back every byte %j",
  (...hooks) => {
    const { home, run } = world();
    put(home, otherPeoples);
    chmodSync(join(home, ".claude.json"), 0o640);
    const before = snapshot(home);
    const installed = run("install", ...userClients, "--user", "--yes", ...hooks);
    expect([installed.status, installed.stderr]).toEqual([0, ""]);
    const after = snapshot(home);
    expect(after[".claude.json"]).toMatch(/^640 /);
    expect(run("install", ...userClients, "--user", "--yes").stdout).toMatch(/Nothing to change\.\n$/);
    expect(snapshot(home)).toEqual(after);
    expect(run("uninstall", ...userClients, "--user", "--yes").status).toBe(0);
    expect(snapshot(home)).toEqual(before);
  },
);

it("writes the project's decisions in each client's own words", () => {
  const { project, run } = world();
  const { status, stdout } = run("install", "claude", "codex", "opencode", "copilot", "qwen", "--yes");
  expect(status).toBe(0);
  expect(stdout).toContain("Claude Code: Start claude in the project once");
  const lists = { allow: ["mcp__toolgen__say"], ask: ["mcp__toolgen__erase"], deny: ["mcp__toolgen__banned"] };
  expect(json(join(project, ".claude/settings.json"))).toMatchObject({ permissions: lists });
  expect(json(join(project, ".qwen/settings.json")).permissions).toEqual(lists);
  expect(Object.entries(json(join(project, "opencode.json")).permission)).toEqual([
    ["toolgen_*", "ask"],
    ["toolgen_banned", "deny"],
    ["toolgen_erase", "ask"],
    ["toolgen_say", "allow"],
  ]);
  const config = readFileSync(join(project, ".codex/config.toml"), "utf8");
  expect(config).toContain('disabled_tools = ["banned"]');
  expect(config).toContain('[mcp_servers.toolgen.tools.erase]\napproval_mode = "prompt"');
  expect(config).toContain('[mcp_servers.toolgen.tools.say]\napproval_mode = "approve"');
  expect(json(join(project, ".github/mcp.json")).mcpServers.toolgen.tools).toEqual(["erase", "say"]);
  for (const file of [".mcp.json", ".qwen/settings.json", "opencode.json", ".codex/config.toml", ".github/mcp.json"])
    expect(readFileSync(join(project, file), "utf8")).toContain("--client-asks");
});

/** Clients that decide by tool, some of which have a hook. */
const byTool = ["codex", "opencode", "qwen", "kiro", "kilo", "crush"];

it("lets each client that decides by tool ask about a tool that writes, because its server doesn't", () => {
  const save = `name: save
description: Save it.
kind: edit
risk: safe
schema: { properties: { path: { type: string, description: Where. } }, required: [path] }
paths: { path: write }
command: [wc, "{{path}}"]
`;
  // The project's own policy runs it without a question.
  const { home, run } = world({ ...projectFiles, "tools.d/save.yaml": save });
  expect(run("install", "gemini", "--user", "--yes").status).toBe(0);
  const policy = readFileSync(join(home, ".gemini/policies/toolgen.toml"), "utf8");
  const decisions = [...policy.matchAll(/toolName = "(\w+)",? decision = "(\w+)"/g)].map(([, tool, decision]) => `${tool} ${decision}`);
  expect(decisions.toSorted()).toEqual(["banned deny", "erase ask_user", "save ask_user", "say allow"]);
  for (const client of byTool) {
    const printed = JSON.parse(run("policy", "--client", client, "--no-hooks", "--json").stdout);
    expect(printed.tools, client).toContainEqual(expect.objectContaining({ tool: "save", decision: "ask" }));
    expect(JSON.stringify(printed.files), client).toContain("say");
    const hooked = JSON.parse(run("policy", "--client", client, "--hooks", "--json").stdout);
    if (hooked.hook !== null) expect(hooked.tools, client).toContainEqual(expect.objectContaining({ tool: "save", decision: "allow" }));
  }
});

it("writes clients that are known by their documentation in its form", () => {
  const { project, run } = world();
  expect(run("install", "kiro", "kilo", "factory", "crush", "amp", "continue", "--yes").status).toBe(0);
  const at = (path: string) => json(join(project, path));
  expect(at(".kiro/settings/mcp.json").mcpServers.toolgen).toMatchObject({
    autoApprove: ["say"],
    disabledTools: ["banned"],
    disabled: false,
  });
  expect(Object.entries(at("kilo.json").permission)).toEqual([
    ["toolgen_*", "ask"],
    ["toolgen_banned", "deny"],
    ["toolgen_erase", "ask"],
    ["toolgen_say", "allow"],
  ]);
  expect(at(".factory/mcp.json").mcpServers.toolgen).toMatchObject({ type: "stdio", disabledTools: ["banned"] });
  expect(at("crush.json")).toMatchObject({
    mcp: { toolgen: { type: "stdio", disabled_tools: ["banned"] } },
    permissions: { allowed_tools: ["mcp_toolgen_say"] },
  });
  expect(at(".amp/settings.json")["amp.mcpServers"].toolgen.args).toContain("generated/mcp/server.cjs");
  expect(at(".continue/mcpServers/toolgen.json").mcpServers.toolgen.args).toContain("generated/mcp/server.cjs");
  // The client asks exactly where it has a policy.
  const text = (path: string) => readFileSync(join(project, path), "utf8").includes("--client-asks");
  const files = [
    ".kiro/settings/mcp.json",
    "kilo.json",
    "crush.json",
    ".factory/mcp.json",
    ".amp/settings.json",
    ".continue/mcpServers/toolgen.json",
  ];
  expect(files.map(text)).toEqual([true, true, true, false, false, false]);
  expect(run("policy", "--client", "kiro").stdout).toContain('"autoApprove"');
  expect(run("doctor", "--json").stdout).toContain("Kiro, the project's settings: installed; the client asks.");
});

it("writes Antigravity CLI's rules into the user's settings alone, because a project's allow nothing", () => {
  const { project, home, run } = world();
  expect(run("install", "antigravity", "--yes").stdout).toContain("no file of a project can allow one");
  const { toolgen: entry } = json(join(project, ".agents/mcp_config.json")).mcpServers;
  expect(entry).toEqual({ command: "sh", args: expect.arrayContaining(["--client-asks"]), disabledTools: ["banned"] });
  expect([existsSync(join(project, ".agents/hooks.json")), existsSync(join(home, ".gemini"))]).toEqual([false, false]);
  expect(run("install", "antigravity", "--user", "--yes").status).toBe(0);
  expect(json(join(home, ".gemini/antigravity-cli/settings.json")).permissions).toEqual({
    allow: ["mcp(toolgen/say)"],
    ask: ["mcp(toolgen/erase)"],
    deny: ["mcp(toolgen/banned)"],
  });
  expect(json(join(home, ".gemini/config/mcp_config.json")).mcpServers.toolgen.args).toContain(join(project, "generated/mcp/server.cjs"));
  const { stdout } = run("doctor", "--json");
  expect(stdout).toContain("Antigravity CLI, the project's settings: installed; the client asks.");
  expect(stdout).toContain("Antigravity CLI, your settings: installed; the client asks.");
  expect(run("policy", "--client", "antigravity").stdout).toContain("there, it asks before each call");
});

it("lists what is installed, and what is stale after the policy has changed", () => {
  const { project, run } = world();
  run("install", "claude", "--yes");
  const states = () => JSON.parse(run("clients", "--json").stdout).find(({ client }: { client: string }) => client === "claude");
  expect(states()).toMatchObject({ project: "installed", user: "absent" });
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\n");
  expect(states()).toMatchObject({ project: "stale" });
  expect(run("clients").stdout).toContain("toolgen install claude\n");
  run("install", "claude", "--yes");
  expect(json(join(project, ".claude/settings.json")).permissions.allow).toEqual(["mcp__toolgen__banned", "mcp__toolgen__say"]);
  expect(run("uninstall", "claude", "--yes").status).toBe(0);
  expect([existsSync(join(project, ".claude")), existsSync(join(project, ".mcp.json"))]).toEqual([false, false]);
});

it("takes out its own alone where the file was edited since", () => {
  const { project, run } = world();
  run("install", "claude", "--yes");
  const file = join(project, ".mcp.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"mcpServers": {', '"mcpServers": {\n    "mine": { "command": "x" },'));
  expect(run("uninstall", "claude", "--yes").status).toBe(0);
  expect(readFileSync(file, "utf8")).toBe('{\n  "mcpServers": {\n    "mine": { "command": "x" }\n  }\n}\n');
});

it("uninstalls although the specs have errors", () => {
  const { project, run } = world();
  run("install", "codex", "--yes");
  writeFileSync(join(project, "tools.d/say.yaml"), "name: [");
  expect(run("uninstall", "codex", "--yes").status).toBe(0);
  expect(existsSync(join(project, ".codex"))).toBe(false);
});

it("says of a client whether its settings were tried, or are known from its documentation alone", () => {
  const { run } = world();
  const { stdout } = run("install", "claude", "cursor", "--dry-run");
  expect(stdout).toContain("create .mcp.json (Claude Code)\n");
  expect(stdout).toContain("create .cursor/mcp.json (Cursor, known from its documentation alone)\n");
  const known = Object.fromEntries(agentClients.map(({ id, measured }) => [id, measured ?? "documentation"]));
  const rows = run("clients").stdout.trim().split("\n");
  expect(rows[0]).toMatch(/^client +here +project +user +known from$/);
  expect(Object.fromEntries(rows.slice(1).map((row) => [row.split(" ")[0], row.split(" ").at(-1)]))).toEqual(known);
  const facts = JSON.parse(run("clients", "--json").stdout);
  expect(facts).toContainEqual(expect.objectContaining({ client: "claude", measured: known.claude }));
  expect(facts).toContainEqual(expect.objectContaining({ client: "cursor", source: expect.stringMatching(/^https:/) }));
  for (const { measured, source } of facts) expect([measured, source].filter((one) => one !== undefined)).toHaveLength(1);
});

it("asks for --yes where there is no terminal, and changes nothing", () => {
  const { project, run } = world();
  expect(run("install", "claude")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Add --yes, or --dry-run to see the changes."),
  });
  const dry = run("install", "claude", "--dry-run");
  expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining("create .mcp.json (Claude Code)\n    @@ -0,0 +1,14 @@\n    +{\n")]);
  expect(existsSync(join(project, ".mcp.json"))).toBe(false);
  const facts = JSON.parse(run("install", "claude", "--dry-run", "--json").stdout);
  expect(facts).toMatchObject({ written: false, files: [{ client: "claude", action: "create" }, { action: "create" }], refused: [] });
});

it.each([
  [["install", "emacs", "--yes"], "Allowed choices are"],
  [["install", "cline", "--yes"], "Add --user."],
])("refuses %j", (args, message) => {
  expect(world().run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
});

it("asks for a build where there is no server", () => {
  const { run } = world({ "tools.d/say.yaml": sayTool });
  expect(run("install", "claude", "--yes")).toMatchObject({ status: 2, stderr: expect.stringContaining("Run 'toolgen build' first.") });
});

it("writes nothing at all where one file can't be understood", () => {
  const { project, run } = world();
  put(project, { ".claude/settings.json": '{\n  // denials\n  "permissions": {}\n}', ".codex/config.toml": "a = \n" });
  const before = snapshot(project);
  const { status, stderr } = run("install", "opencode", "claude", "codex", "--yes");
  expect(status).toBe(1);
  expect(stderr).toContain(".claude/settings.json has a comment, which this client doesn't read (line 2).\n");
  expect(stderr).toContain(".codex/config.toml isn't valid TOML");
  expect(snapshot(project)).toEqual(before);
});

it("follows a link in the home folder, and refuses one that leads out of the project", () => {
  const { project, home, run } = world();
  put(home, { "dotfiles/codex.toml": 'model = "o3"\n', ".codex/x": "" });
  symlinkSync("../dotfiles/codex.toml", join(home, ".codex/config.toml"));
  expect(run("install", "codex", "--user", "--yes").status).toBe(0);
  expect(lstatSync(join(home, ".codex/config.toml")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, "dotfiles/codex.toml"), "utf8")).toContain("[mcp_servers.toolgen]");
  expect(run("uninstall", "codex", "--user", "--yes").status).toBe(0);
  expect(readFileSync(join(home, "dotfiles/codex.toml"), "utf8")).toBe('model = "o3"\n');

  symlinkSync(join(home, ".codex"), join(project, ".codex"));
  expect(run("install", "codex", "--yes")).toMatchObject({ status: 1, stderr: expect.stringContaining("leads out of the project") });
  symlinkSync("nowhere", join(project, "opencode.json"));
  expect(run("install", "opencode", "--yes")).toMatchObject({ status: 1, stderr: expect.stringContaining("link") });
});

it("takes an empty variable, or one with a relative path, for none", () => {
  const { project, home, env } = world();
  for (const folder of ["", "relative"]) {
    const { status, stdout } = toolgen(project, ["install", "codex", "claude", "--user", "--dry-run", "--json"], {
      env: { ...env, CODEX_HOME: folder, CLAUDE_CONFIG_DIR: folder },
    });
    expect(status).toBe(0);
    const { files }: { readonly files: readonly { readonly path: string }[] } = JSON.parse(stdout);
    expect(
      files.every(({ path }) => path.startsWith(home)),
      stdout,
    ).toBe(true);
  }
});

it("shows no text of the file that isn't its own, which may be a secret", () => {
  const { home, run } = world();
  const others = { mcpServers: { other: { command: "other", env: { KEY: "s3cret" } } } };
  for (const text of [JSON.stringify(others), JSON.stringify(others, null, 2)]) {
    writeFileSync(join(home, ".claude.json"), text);
    for (const shown of [run("install", "claude", "--user", "--dry-run"), run("install", "claude", "--user", "--dry-run", "--json")]) {
      expect(shown.stdout + shown.stderr).not.toContain("s3cret");
      expect(shown.stdout).toContain("server.cjs");
    }
  }
});

it("leaves a link of the user's where it is when it takes its settings out", () => {
  const { home, run } = world();
  expect(run("install", "codex", "--user", "--yes").status).toBe(0);
  const [file, target] = [join(home, ".codex/config.toml"), join(home, "dotfile")];
  renameSync(file, target);
  symlinkSync(target, file);
  expect(run("uninstall", "codex", "--user", "--yes").status).toBe(0);
  expect([lstatSync(file).isSymbolicLink(), readFileSync(target, "utf8")]).toEqual([true, ""]);
});

it("installs two projects side by side under their own names, and names the setting where two are the same", () => {
  const [first, second] = [world(), world()];
  const others = () => toolgen(second.project, ["install", "claude", "codex", "--user", "--yes"], { env: first.env });
  expect(first.run("install", "claude", "codex", "--user", "--yes").status).toBe(0);
  const clash = "toolgen' with another value, which this project's toolgen didn't write: give one of the two another name, by `server:`";
  for (const path of ["mcpServers", "mcp_servers"])
    expect(others()).toMatchObject({ status: 1, stderr: expect.stringContaining(`${path}.${clash}`) });
  put(second.project, { "package.json": '{ "name": "@acme/notes" }' });
  expect(others().status).toBe(0);
  expect(Object.keys(json(join(first.home, ".claude.json")).mcpServers)).toEqual(["toolgen", "notes"]);
  expect(json(join(first.home, ".claude/settings.json")).permissions.allow).toEqual(["mcp__toolgen__say", "mcp__notes__say"]);
});

it("keeps the name of a folder that a clone doesn't have", () => {
  const { project } = world({ "tools.d/say.yaml": sayTool });
  expect(toolgen(project, ["build"]).status).toBe(0);
  const clone = join(dirname(project), "clone");
  renameSync(project, clone);
  expect(toolgen(clone, ["build", "--check"])).toMatchObject({ status: 0, stderr: "" });
});

it.each([
  ["", "HOME isn't set"],
  ["home/me", "HOME is 'home/me', which isn't an absolute path."],
])("refuses to install where HOME is '%s'", (home, problem) => {
  const { project } = world();
  const before = snapshot(project);
  for (const args of [["install", "claude", "--user"], ["clients"]]) {
    expect(toolgen(project, args, { env: { HOME: home } })).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
  }
  expect(snapshot(project)).toEqual(before);
});

it("loses nothing where several projects install at once", async () => {
  const { home, env } = world();
  put(home, otherPeoples);
  const before = snapshot(home);
  const projects = [1, 2, 3].map((i) => projectOf({ ...projectFiles, "toolgen.yaml": `version: 1\nserver: project-${i}\n` }));
  const all = async (action: string) => {
    const codes = projects.map(async (cwd) => {
      const child = spawn(process.execPath, [program, action, "claude", "codex", "opencode", "--user", "--yes"], {
        cwd,
        env: { ...process.env, ...env },
        stdio: "ignore",
      });
      return (await once(child, "exit"))[0];
    });
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  };
  await all("install");
  expect(Object.keys(json(join(home, ".claude.json")).mcpServers).sort()).toEqual(["git", "project-1", "project-2", "project-3"]);
  await all("uninstall");
  expect(snapshot(home)).toEqual(before);
});

it.runIf(canRun)("leaves a home that it may not write to as it is, and says so", () => {
  const { project, home } = world();
  put(home, { ".claude.json": "{}\n", ".codex/config.toml": 'model = "o3"\n' });
  // The first file can be written, the second can't: the first is put back.
  chmodSync(join(home, ".codex"), 0o777);
  chmodSync(home, 0o555);
  chmodSync(project, 0o755);
  const before = snapshot(home);
  const { status, stderr } = spawnSync(process.execPath, [program, "install", "codex", "claude", "--user", "--yes"], {
    ...user,
    cwd: project,
    env: { ...process.env, HOME: home },
    encoding: "utf8",
  });
  chmodSync(home, 0o755);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${join(home, ".claude.json")} can't be read or written: permission denied.\n`),
  ]);
  expect(snapshot(home)).toEqual(before);
  expect(statSync(join(home, ".codex/config.toml")).isFile()).toBe(true);
});

it("finds installations in which both sides ask, or neither", () => {
  const { project, run } = world();
  run("install", "claude", "codex", "opencode", "--yes");
  const findings = (): readonly string[] =>
    JSON.parse(run("doctor", "--json").stdout)
      .filter(({ check }: { check: string }) => check === "agent clients")
      .map(({ status, message }: { status: string; message: string }) => `${status} ${message}`);
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(project, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(project, file), text.replace(from, to));
  };
  const fine = ["Claude Code", "Codex", "opencode"].map((one) => `ok ${one}, the project's settings: installed; the client asks.`);
  expect(findings()).toEqual(fine);
  edit(".mcp.json", "--client-asks", "--risk=x=ask");
  edit(".codex/config.toml", 'approval_mode = "prompt"', 'approval_mode = "approve"');
  edit("opencode.json", '"toolgen_erase": "ask"', '"toolgen_erase": "allow"');
  expect(findings()).toEqual([
    "error Claude Code, the project's settings: the client has a policy, and the server asks as well: calls that are allowed can be refused.",
    "error Codex, the project's settings: the server leaves confirmation to the client, whose settings lack the current policy.",
    "error opencode, the project's settings: the server leaves confirmation to the client, whose settings lack the current policy.",
  ]);
  expect(run("install", "claude", "codex", "opencode", "--yes").status).toBe(0);
  expect(findings()).toEqual(fine);
});

it("prints a client's policy, and what it loses", () => {
  const files = {
    ...projectFiles,
    "tools.d/say.yaml": `${sayTool}risk: { level: safe, rules: [{ when: { style: loud }, level: dangerous }] }\n`,
  };
  const { run } = world(files);
  const { status, stdout } = run("policy", "--client", "claude");
  expect(status).toBe(0);
  expect(stdout).toContain('.claude/settings.json\n  {\n    "permissions": {');
  expect(stdout).toContain("Decided call by call, by the hook:\n  say\n");
  const whole = run("policy", "--client", "claude", "--no-hooks").stdout;
  expect(whole).toContain("  rules over arguments: a tool is allowed, asked about or denied as a whole\n");
  expect(whole).toContain("  say: asks before every call that isn't denied, though its rules ask before some\n");
  expect(run("policy", "--client", "cline").stdout).toContain("Cline CLI gets no policy: the server asks, or refuses dangerous calls.");
  expect(JSON.parse(run("policy", "--client", "opencode", "--json").stdout)).toMatchObject({ client: "opencode", asks: "client" });
  expect(run("policy", "--client", "claude", "--mode", "yolo").status).toBe(2);
});
