import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const ruled = `${sayTool}risk: { level: safe, rules: [{ when: { style: loud }, level: dangerous }] }\n`;
const files = {
  "toolgen.yaml": "version: 1\nserver: box\nrisk: { banned: { decision: deny } }\n",
  "tools.d/say.yaml": ruled,
  "tools.d/banned.yaml": sayTool.replace("name: say", "name: banned").replace("nameAliases: [speak]\n", ""),
  "tools.d/erase.yaml": "name: erase\ndescription: Erase.\nkind: delete\nrisk: dangerous\ncommand: [rm, -rf, everything]\n",
  "generated/mcp/server.cjs": "",
  "generated/bin/hook": "",
  "generated/bin/opencode-hook.mjs": "",
};

function world() {
  const project = projectOf(files);
  const home = temporaryFolder();
  const env = {
    HOME: home,
    XDG_STATE_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    CODEX_HOME: undefined,
    COPILOT_HOME: undefined,
  };
  const run = (...args: readonly string[]) => toolgen(project, args, { env });
  const at = (path: string) => JSON.parse(readFileSync(join(path.startsWith("~") ? home : project, path.replace("~/", "")), "utf8"));
  const has = (path: string) => existsSync(join(path.startsWith("~") ? home : project, path.replace("~/", "")));
  return { project, home, run, at, has };
}

const done = ({ status, stderr }: { status: number | null; stderr: string }) => expect([status, stderr]).toEqual([0, ""]);

it("registers the hook for the server's tools, in each client's own form", () => {
  const { project, run, at } = world();
  done(run("install", "claude", "codex", "copilot", "qwen", "--hooks", "--yes"));
  const [claude] = at(".claude/settings.json").hooks.PreToolUse;
  expect(claude).toEqual({
    matcher: "mcp__box__.*",
    hooks: [
      {
        type: "command",
        command: 'node "${CLAUDE_PROJECT_DIR:-.}"/generated/bin/hook claude mcp__box__ || exit 2',
        timeout: 60,
      },
    ],
  });
  // Neither list names a tool about which the hook decides: a rule that asks would precede it.
  expect(at(".claude/settings.json").permissions).toEqual({ ask: ["mcp__box__erase"], deny: ["mcp__box__banned"] });
  for (const file of [".codex/hooks.json", ".qwen/settings.json"]) {
    const [hook] = at(file).hooks.PreToolUse;
    expect(hook.matcher).toBe("mcp__box__.*");
    expect(hook.hooks[0].command).toMatch(/^sh -c '.*' generated\/bin\/hook (codex|qwen) mcp__box__ \|\| exit 2$/);
  }
  expect(at(".qwen/settings.json").permissions.ask).toContain("mcp__box__say");
  expect(at(".github/hooks/box.json")).toEqual({
    version: 1,
    hooks: {
      preToolUse: [{ type: "command", matcher: "box-.*", bash: "node generated/bin/hook copilot box- || exit 2", timeoutSec: 60 }],
    },
  });
  done(run("install", "antigravity", "--hooks", "--yes"));
  expect(at(".agents/hooks.json").box.PreToolUse).toMatchObject([{ matcher: "call_mcp_tool", hooks: [{ type: "command", timeout: 60 }] }]);
  // It starts a hook in the folder of the file, ignores exit codes in some versions, and runs a call if nothing is printed.
  const [{ hooks }] = at(".agents/hooks.json").box.PreToolUse;
  expect(hooks[0].command).toMatch(/^sh -c '.*' generated\/bin\/hook antigravity box\/ \|\| echo '\{"decision":"deny",/);
  done(run("install", "claude", "--user", "--yes"));
  expect(at("~/.claude/settings.json").hooks.PreToolUse[0].hooks[0].command).toBe(
    `node ${project}/generated/bin/hook claude mcp__box__ user || exit 2`,
  );
});

it("installs hooks that decide, unless it is told otherwise, and keeps what was chosen", () => {
  const { run, at, has } = world();
  done(run("install", "claude", "codex", "copilot", "qwen", "--yes"));
  expect(at(".claude/settings.json").hooks.PreToolUse).toHaveLength(1);
  expect([has(".github/hooks/box.json"), has(".codex/hooks.json"), at(".qwen/settings.json").hooks]).toEqual([true, false, undefined]);
  expect(run("install", "claude", "codex", "copilot", "qwen", "--yes").stdout).toMatch(/Nothing to change\.\n$/);
  done(run("install", "claude", "copilot", "--no-hooks", "--yes"));
  expect(at(".claude/settings.json")).toEqual({
    permissions: { ask: ["mcp__box__erase", "mcp__box__say"], deny: ["mcp__box__banned"] },
  });
  expect(has(".github/hooks")).toBe(false);
  expect(run("install", "claude", "copilot", "--yes").stdout).toMatch(/Nothing to change\.\n$/);
  done(run("install", "claude", "codex", "--hooks", "--yes"));
  expect(at(".claude/settings.json").permissions.ask).toEqual(["mcp__box__erase"]);
  expect(run("install", "codex", "--yes").stdout).toMatch(/Nothing to change\.\n$/);
  expect(run("install", "gemini", "--hooks", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("no hook for Gemini CLI"),
  });
});

it("takes hooks out byte for byte, or its own alone, with and without memory", () => {
  const { project, home, run, at, has } = world();
  const mine = `{ "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "mine" } ] } ], "Stop": [] } }\n`;
  mkdirSync(join(project, ".claude"));
  writeFileSync(join(project, ".claude/settings.json"), mine);
  const clients = ["claude", "codex", "copilot", "qwen"];
  done(run("install", ...clients, "--hooks", "--yes"));
  expect(at(".claude/settings.json").hooks.PreToolUse).toHaveLength(2);
  done(run("uninstall", ...clients, "--yes"));
  expect(readFileSync(join(project, ".claude/settings.json"), "utf8")).toBe(mine);
  expect(["codex", "qwen", "github"].map((name) => has(`.${name}`))).toEqual([false, false, false]);

  done(run("install", ...clients, "--hooks", "--yes"));
  rmSync(join(home, ".local"), { recursive: true });
  done(run("uninstall", ...clients, "--yes"));
  expect(at(".claude/settings.json").hooks).toEqual({ PreToolUse: [JSON.parse(mine).hooks.PreToolUse[0]], Stop: [] });
  expect([".codex/hooks.json", ".qwen/settings.json", ".github/hooks/box.json"].filter(has)).toEqual([]);
});

it("replaces an earlier form of the hook, which another machine may have written", () => {
  const { project, home, run, at } = world();
  done(run("install", "claude", "--yes"));
  rmSync(join(home, ".local"), { recursive: true });
  const file = join(project, ".claude/settings.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"timeout": 60', '"timeout": 5'));
  const state = () => JSON.parse(run("clients", "--json").stdout).find(({ client }: { client: string }) => client === "claude");
  expect(state()).toMatchObject({ project: "stale", hooks: { project: "present", user: "none" } });
  done(run("install", "claude", "--yes"));
  expect(at(".claude/settings.json").hooks.PreToolUse).toHaveLength(1);
  expect(at(".claude/settings.json").hooks.PreToolUse[0].hooks[0].timeout).toBe(60);
  expect(state()).toMatchObject({ project: "installed", hooks: { project: "present", user: "none" } });
  expect(run("clients").stdout).toMatch(/claude +\S+ +installed, hook/);
});

it("reports a hook without its program, a hook beside a server that asks, and two hooks", () => {
  const { project, run } = world();
  done(run("install", "claude", "--yes"));
  const findings = () =>
    (JSON.parse(run("doctor", "--json").stdout) as { check: string; status: string; message: string }[])
      .filter(({ check }) => check === "agent clients")
      .map(({ status, message }) => `${status} ${message}`);
  expect(findings()).toEqual(["ok Claude Code, the project's settings: installed; the client asks."]);
  rmSync(join(project, "generated/bin/hook"));
  expect(findings()).toEqual(["error Claude Code, the project's settings: the hook's program doesn't exist, so every call is refused."]);
  expect(run("install", "claude", "--yes")).toMatchObject({ status: 2, stderr: expect.stringContaining("no hook to install") });
  writeFileSync(join(project, "generated/bin/hook"), "");
  done(run("install", "claude", "--user", "--yes"));
  expect(findings()).toContainEqual(expect.stringMatching(/^warning Claude Code, your settings: .*decided twice/));
  done(run("install", "claude", "--user", "--no-hooks", "--yes"));
  expect(findings().filter((one) => !one.startsWith("ok"))).toEqual([]);
  const server = join(project, ".mcp.json");
  writeFileSync(server, readFileSync(server, "utf8").replace("--client-asks", "--risk=x=ask"));
  expect(findings()).toContainEqual(
    expect.stringMatching(/^error Claude Code, the project's settings: the client has a policy, and the server asks as well/),
  );
});

const plugin = (path: string, scope: string) => [path, { prefix: "box_", scope }];

it("registers opencode's plugin beside others, only if it is told to, and takes out its own alone", () => {
  const { project, home, run, at } = world();
  const mine = '{ "plugin": ["mine", ["other", { "prefix": "box_" }]] /* keep */ }\n';
  writeFileSync(join(project, "opencode.json"), mine);
  const plugins = (path = "opencode.json") => at(path).plugin;
  done(run("install", "opencode", "--hooks", "--yes"));
  const text = () => readFileSync(join(project, "opencode.json"), "utf8");
  const own = JSON.stringify(plugin("./generated/bin/opencode-hook.mjs", "project"));
  expect(text().replaceAll(/\s/g, "")).toContain(`"plugin":["mine",["other",{"prefix":"box_"}],${own}]`);
  expect(run("install", "opencode", "--yes").stdout).toMatch(/Nothing to change\.\n$/);
  done(run("uninstall", "opencode", "--yes"));
  expect(text()).toBe(mine);

  // Without memory, by its path alone: with other options, and without any.
  for (const element of [
    JSON.stringify(["./generated/bin/opencode-hook.mjs", { prefix: "old_" }]),
    '"./generated/bin/opencode-hook.mjs"',
  ]) {
    writeFileSync(join(project, "opencode.json"), mine.replace("]]", `], ${element}]`));
    done(run("install", "opencode", "--hooks", "--yes"));
    expect(text().match(/opencode-hook/g)).toHaveLength(1);
    expect(text().replaceAll(/\s/g, "")).toContain(own);
    rmSync(join(home, ".local"), { recursive: true });
    done(run("uninstall", "opencode", "--yes"));
    expect(text()).not.toContain("generated");
    expect(text()).toContain('"mine"');
  }

  rmSync(join(project, "opencode.json"));
  done(run("install", "opencode", "--user", "--yes"));
  expect(plugins("~/.config/opencode/opencode.json")).toBeUndefined();
  done(run("install", "opencode", "--user", "--hooks", "--yes"));
  expect(plugins("~/.config/opencode/opencode.json")).toEqual([plugin(`${project}/generated/bin/opencode-hook.mjs`, "user")]);
  done(run("install", "opencode", "--user", "--no-hooks", "--yes"));
  expect(plugins("~/.config/opencode/opencode.json")).toBeUndefined();
});

it("reports opencode's plugin while it is stale, or its file is gone", () => {
  const { project, run } = world();
  expect(JSON.parse(run("policy", "--client", "opencode", "--json").stdout)).toMatchObject({ hook: null });
  const withHook = JSON.parse(run("policy", "--client", "opencode", "--hooks", "--json").stdout);
  expect(withHook).toMatchObject({ hook: "denials", losses: expect.arrayContaining([expect.stringContaining("rules over arguments")]) });
  expect(withHook.files[0].text).toContain("./generated/bin/opencode-hook.mjs");
  done(run("install", "opencode", "--hooks", "--yes"));
  const [file, settings] = ["generated/bin/opencode-hook.mjs", "opencode.json"].map((path) => join(project, path)) as [string, string];
  const finding = () => {
    const all: { check: string; status: string; message: string }[] = JSON.parse(run("doctor", "--json").stdout);
    return all.filter(({ check }) => check === "agent clients").map(({ status, message }) => `${status} ${message}`);
  };
  const where = "opencode, the project's settings:";
  expect(finding()).toEqual([`ok ${where} installed; the client asks.`]);
  rmSync(file);
  expect(finding()).toEqual([`error ${where} the hook's plugin doesn't exist, so the hook denies nothing.`]);
  expect(run("clients").stdout).toMatch(/opencode +\S+ +installed, hook without its plugin/);
  expect(run("install", "opencode", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("generated/bin/opencode-hook.mjs doesn't exist, so there is no hook to install"),
  });
  writeFileSync(file, "");
  writeFileSync(settings, readFileSync(settings, "utf8").replace('"prefix": "box_"', '"prefix": "old_"'));
  expect(finding()[0]).toMatch(/^(?:error|warning) opencode/);
  done(run("install", "opencode", "--yes"));
  expect(finding()).toEqual([`ok ${where} installed; the client asks.`]);
});
