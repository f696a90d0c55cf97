import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const ruled = (name: string) => `name: ${name}
description: Push.
kind: execute
nameAliases: [${name}_now]
schema: { properties: { force: { type: boolean }, to: { type: string } } }
risk: { level: moderate, rules: [{ when: { force: true }, level: dangerous }, { when: { to: dev }, level: safe }] }
command: [echo, "{{#if force}}forced{{/if}}", "{{to}}"]
`;
const files = {
  "toolgen.yaml": "version: 1\nserver: box\nrisk: { push: { when: { force: true }, decision: deny } }\n",
  "tools.d/push.yaml": ruled("push"),
  "tools.d/a__b.yaml": ruled("a__b"),
  "tools.d/touch.yaml": `name: touch_file
description: Touch.
kind: edit
risk: safe
schema: { properties: { path: { type: string } }, required: [path] }
paths: { path: write }
command: [grep, -e, "{{path}}"]
`,
  "sub/x": "",
};

/** A built project, which is built once and copied. */
let built: string | undefined;
function project(): { folder: string; env: NodeJS.ProcessEnv } {
  built ??= (() => {
    const folder = projectOf(files);
    const answer = toolgen(folder, ["build"]);
    expect(answer.status, answer.stderr).toBe(0);
    return folder;
  })();
  const folder = temporaryFolder();
  cpSync(built, folder, { recursive: true });
  const home = temporaryFolder();
  return { folder, env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, ".config"), XDG_STATE_HOME: home } };
}

interface Run {
  readonly input: string | Buffer;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

function runHook({ folder, env }: ReturnType<typeof project>, { input, args = ["claude", "mcp__box__"], cwd = folder }: Run) {
  const { status, stdout, stderr } = spawnSync(join(folder, "generated/bin/hook"), args, { cwd, env, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

const event = (tool: string, input: unknown, more: object = {}) =>
  JSON.stringify({ hook_event_name: "PreToolUse", tool_name: `mcp__box__${tool}`, tool_input: input, ...more });

const claudeSays = (stdout: string) => JSON.parse(stdout).hookSpecificOutput;
const silence = { status: 0, stdout: "", stderr: "" };

it("lets a rule over arguments allow one call, ask about another and deny a third, in each client's own words", () => {
  const world = project();
  const says = (input: string, args: readonly string[] = ["claude", "mcp__box__"]) => runHook(world, { input, args });
  expect(claudeSays(says(event("push", { to: "dev" })).stdout)).toEqual({ hookEventName: "PreToolUse", permissionDecision: "allow" });
  expect(claudeSays(says(event("push", { to: "main" })).stdout)).toMatchObject({
    permissionDecision: "ask",
    permissionDecisionReason: expect.stringContaining("push: this moderate call requires confirmation"),
  });
  expect(claudeSays(says(event("push", { force: "true" })).stdout)).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("denied by toolgen.yaml: risk.push"),
  });
  const flat = (input: object) =>
    says(JSON.stringify({ sessionId: "1", toolName: "box-push", toolArgs: JSON.stringify(input) }), ["copilot", "box-"]);
  expect(JSON.parse(flat({ to: "dev" }).stdout)).toEqual({ permissionDecision: "allow" });
  expect(JSON.parse(flat({ to: "main" }).stdout)).toMatchObject({ permissionDecision: "ask" });
  expect(JSON.parse(flat({ force: true }).stdout)).toMatchObject({ permissionDecision: "deny" });
  for (const client of ["codex", "qwen"]) {
    // Their own policy asks about the tool.
    expect(says(event("push", { to: "main" }), [client, "mcp__box__"])).toEqual(silence);
    expect(says(event("push", { to: "dev" }), [client, "mcp__box__"])).toEqual(silence);
    expect(claudeSays(says(event("push", { force: true }), [client, "mcp__box__"]).stdout).permissionDecision).toBe("deny");
  }
  // The server runs such a number as a text, so its digits aren't lost here either.
  const long = '{"to":12345678901234567891}';
  const longEvent = `{"hook_event_name":"PreToolUse","tool_name":"mcp__box__push","tool_input":${long}}`;
  expect(claudeSays(says(longEvent).stdout)).toMatchObject({ permissionDecision: "ask" });
  const longText = JSON.stringify({ toolName: "box-push", toolArgs: long });
  expect(JSON.parse(says(longText, ["copilot", "box-"]).stdout)).toMatchObject({ permissionDecision: "ask" });
  const opencode = says(JSON.stringify({ tool_name: "box_push", tool_input: { force: true } }), ["opencode", "box_"]);
  expect(opencode).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("denied by toolgen.yaml") });
});

it("denies calls of Antigravity CLI, and leaves all others to its own policy, by what it prints", () => {
  const world = project();
  const called = (server: unknown, tool: unknown, given: unknown, name = "call_mcp_tool") =>
    JSON.stringify({
      toolCall: { name, args: { ServerName: server, ToolName: tool, Arguments: given } },
      stepIdx: 3,
      workspacePaths: [world.folder],
    });
  const says = (input: string, scope: readonly string[] = []) => {
    const { status, stdout, stderr } = runHook(world, { input, args: ["antigravity", "box/", ...scope] });
    expect([status, stderr], input).toEqual([0, ""]);
    return JSON.parse(stdout);
  };
  const left = { decision: "ask" };
  for (const [tool, given] of [
    ["push", { to: "dev" }],
    ["push", '{"to":"main"}'],
    ["nope", {}],
  ] as const)
    expect(says(called("box", tool, given)), tool).toEqual(left);
  expect(says(called("box", "push", { force: "true" }))).toEqual({
    decision: "deny",
    reason: expect.stringContaining("denied by toolgen.yaml"),
  });
  expect(says(called("box", "touch_file", { path: ".npmrc" }), ["user"])).toMatchObject({ decision: "deny" });
  // Its matcher can't choose the server.
  for (const other of [called("boxes", "push", { force: true }), called("box", "push", { force: true }, "run_command")])
    expect(says(other), other).toEqual(left);
  for (const unreadable of ["", "{", "[]", called(3, "push", {}), called("box", undefined, {})])
    expect(says(unreadable), unreadable).toEqual({ decision: "deny", reason: expect.stringMatching(/^The call was not sent: /) });
});

it("refuses a call that must be asked about where the client's policy would run it, and only there", () => {
  const world = project();
  const trusted = event("touch_file", { path: ".npmrc" });
  expect(claudeSays(runHook(world, { input: trusted }).stdout).permissionDecision).toBe("ask");
  for (const client of ["codex", "qwen"])
    expect(claudeSays(runHook(world, { input: trusted, args: [client, "mcp__box__"] }).stdout)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("would run it without asking"),
    });
  // The user's settings ask about the tool. Their own policy knows of that, the project's doesn't.
  mkdirSync(join(world.env.HOME ?? "", ".config/toolgen"), { recursive: true });
  writeFileSync(join(world.env.HOME ?? "", ".config/toolgen/settings.json"), '{ "risk": { "touch_file": { "decision": "ask" } } }');
  const plain = event("touch_file", { path: "a" });
  expect(claudeSays(runHook(world, { input: plain, args: ["codex", "mcp__box__"] }).stdout).permissionDecision).toBe("deny");
  expect(runHook(world, { input: plain, args: ["codex", "mcp__box__", "user"] })).toEqual(silence);
});

it("says nothing about other tools, other servers and other events", () => {
  const world = project();
  const foreign = [
    JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } }),
    JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "mcp__boxes__push", tool_input: { force: true } }),
    JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "mcp__box-2__push", tool_input: { force: true } }),
    JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "xmcp__box__push", tool_input: { force: true } }),
    event("push", { force: true }, { hook_event_name: "PostToolUse" }),
    JSON.stringify({ hook_event_name: "Stop" }),
    // A tool `b` of a server `box__a` has the name that `a__b` of this one would have.
    event("a__b", { force: true }, { mcp_server: { name: "box__a" } }),
    event("unknown", { force: true }),
    event("", {}),
    event("../push", {}),
    event("constructor", {}),
    event("x".repeat(100_000), {}),
  ];
  for (const input of foreign) expect(runHook(world, { input }), input.slice(0, 200)).toEqual(silence);
  expect(
    claudeSays(runHook(world, { input: event("a__b", { to: "dev" }, { mcp_server: { name: "box" } }) }).stdout).permissionDecision,
  ).toBe("allow");
  // The server knows this name too.
  expect(claudeSays(runHook(world, { input: event("push_now", { force: true }) }).stdout).permissionDecision).toBe("deny");
});

it("decides about the tool that `call_tool` of a server with --search calls", () => {
  const world = project();
  const through = (name: unknown, given?: unknown) => event("call_tool", { name, ...(given !== undefined && { arguments: given }) });
  const says = (input: string) => claudeSays(runHook(world, { input }).stdout);
  expect(says(through("push", { to: "dev" }))).toMatchObject({ permissionDecision: "allow" });
  expect(says(through("push", { to: "main" }))).toMatchObject({
    permissionDecision: "ask",
    permissionDecisionReason: expect.stringContaining("push: this moderate call requires confirmation"),
  });
  expect(says(through("push"))).toMatchObject({ permissionDecision: "ask" });
  expect(says(through("push_now", { force: "true" }))).toMatchObject({ permissionDecision: "deny" });
  expect(says(through("push", '{"force":true}'))).toMatchObject({ permissionDecision: "deny" });
  expect(says(through("push", { nope: 1 }))).toMatchObject({ permissionDecision: "deny" });
  const codex = runHook(world, { input: through("touch_file", { path: ".npmrc" }), args: ["codex", "mcp__box__"] });
  expect(claudeSays(codex.stdout)).toMatchObject({ permissionDecision: "deny" });
  // The server refuses these itself, and answers the other two of its tools without running anything.
  for (const input of [through("unknown"), through(3), through("call_tool", { name: "push" }), event("call_tool", {})])
    expect(runHook(world, { input }), input).toEqual(silence);
  expect(runHook(world, { input: event("find_tools", { query: "push" }) })).toEqual(silence);
});

it("decides about the project's own tool named `call_tool`, with which no server has --search", () => {
  const folder = projectOf({
    ...files,
    "tools.d/call_tool.yaml":
      "name: call_tool\ndescription: d\nkind: read\nschema: { properties: { name: { type: string } } }\ncommand: [echo, '{{name}}']\n",
  });
  expect(toolgen(folder, ["build"]).status).toBe(0);
  const world = { ...project(), folder };
  expect(claudeSays(runHook(world, { input: event("call_tool", { name: "push" }) }).stdout).permissionDecision).toBe("allow");
});

it("leaves a server of the same name that another project's files start to that project", () => {
  const [own, other] = [project(), project()];
  const args = ["claude", "mcp__box__", "user"];
  const from = (launch: string, source: string) =>
    runHook(
      { ...own, env: { ...own.env, CLAUDE_PROJECT_DIR: launch } },
      { input: event("push", { to: "dev" }, { mcp_server: { name: "box", source } }), args, cwd: launch },
    );
  expect(from(other.folder, "project")).toEqual(silence);
  expect(from(own.env.HOME ?? "", "project")).toEqual(silence);
  expect(claudeSays(from(other.folder, "user").stdout).permissionDecision).toBe("allow");
  expect(claudeSays(from(join(own.folder, "sub"), "project").stdout).permissionDecision).toBe("allow");
});

it("takes paths from the folder that the server is started in", () => {
  const world = project();
  mkdirSync(join(world.folder, "sub"), { recursive: true });
  const input = event("touch_file", { path: join(world.folder, "a") }, { mcp_server: { name: "box", source: "user" } });
  const launched = { ...world, env: { ...world.env, CLAUDE_PROJECT_DIR: join(world.folder, "sub") } };
  // The workspace is `sub`, out of which the path leads.
  expect(claudeSays(runHook(launched, { input, args: ["claude", "mcp__box__", "user"] }).stdout).permissionDecision).toBe("deny");
  expect(
    claudeSays(runHook(launched, { input, args: ["claude", "mcp__box__"], cwd: join(world.folder, "sub") }).stdout).permissionDecision,
  ).toBe("allow");
});

it("refuses what it can't read or decide on", () => {
  const world = project();
  const refused = { status: 2, stdout: "", stderr: expect.stringMatching(/^The call was not sent: /) };
  const hostile = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '{"tool_input":{}}',
    '{"tool_name":{"a":1}}',
    `${event("push", {})}}`,
    Buffer.from([0xff, 0xfe, 0x00]),
    `${"[".repeat(100_000)}`,
  ];
  for (const input of hostile) expect(runHook(world, { input }), String(input).slice(0, 100)).toMatchObject(refused);
  expect(runHook(world, { input: event("push", {}), args: [] })).toMatchObject(refused);
  expect(runHook(world, { input: event("push", {}), args: ["constructor", "mcp__box__"] })).toMatchObject(refused);
  for (const given of [3, [1], { to: { a: 1 } }])
    expect(claudeSays(runHook(world, { input: event("push", given) }).stdout).permissionDecision, String(given)).toBe("deny");
  const deep = event("push", 0).replace('"tool_input":0', `"tool_input":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  expect(claudeSays(runHook(world, { input: deep }).stdout).permissionDecision).toBe("deny");
  // Ten megabytes are much for an argument, and an echo takes less.
  const large = runHook(world, { input: event("push", { to: "x".repeat(10_000_000) }) });
  expect(claudeSays(large.stdout).permissionDecision).toBe("deny");
});

it.each(["tools/push.cjs", "tools.json", "late.cjs", "rare.cjs", "call.cjs", "hook"])("refuses with a damaged %s", (file) => {
  const world = project();
  const path = join(world.folder, "generated/bin", file);
  const text = readFileSync(path, "utf8");
  // Aliases are looked up in `tools.json`, a refusal is in `rare.cjs`, and the repair of names is in `late.cjs`.
  const input = file === "tools.json" ? event("push_now", {}) : event("push", { too: 1, force: "x" });
  const program = join(world.folder, "generated/bin/hook");
  const isRefused = () => {
    const command = `node '${program}' claude mcp__box__ || exit 2`;
    const { status, stdout } = spawnSync("sh", ["-c", command], { env: world.env, input, encoding: "utf8" });
    return status === 2 || claudeSays(stdout).permissionDecision === "deny";
  };
  for (const damaged of [text.slice(0, text.length / 2), "<<<<<<< ours\n"]) {
    writeFileSync(path, damaged);
    expect(isRefused(), damaged.slice(0, 100)).toBe(true);
  }
  rmSync(path);
  expect(isRefused()).toBe(true);
});

it("writes denials to the audit log, and counts what was wrong, as the server would", () => {
  const world = project();
  const log = join(world.env.HOME ?? "", "audit.jsonl");
  const counted = join(world.env.HOME ?? "", "repairs.jsonl");
  const env = { ...world.env, TOOLGEN_AUDIT: log, TOOLGEN_REPAIRS: counted };
  const decide = (input: unknown) => claudeSays(runHook({ ...world, env }, { input: event("push", input) }).stdout).permissionDecision;
  expect(["allow", "ask", "deny", "deny"]).toEqual([{ to: "dev" }, { to: "main" }, { force: true }, { to: 3, nope: 1 }].map(decide));
  const lines = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { tool: "push", via: "hook", outcome: "denied", decision: "deny" },
    { tool: "push", via: "hook", outcome: "invalid" },
  ]);
  expect(readFileSync(counted, "utf8").trim().split("\n").length).toBeGreaterThan(0);
});
