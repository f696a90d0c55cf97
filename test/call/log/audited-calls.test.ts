import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { readAudit } from "../../../src/call/audit-log.js";
import { argumentsHash } from "../../../src/call/call-record.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { clients } from "../../server/connect.js";

const spec = (name: string, rest: string) => `name: ${name}\ndescription: D.\n${rest}`;
const specs = {
  "tools.d/say.yaml": spec(
    "say",
    `kind: read
schema:
  properties:
    text: { type: string, description: T. }
    password: { type: string, format: password, description: P. }
  required: [text]
aliases: { text: [message] }
stdin: "{{password}}"
command: [printf, "%s", "{{text}}"]
`,
  ),
  "tools.d/fail.yaml": spec("fail", "kind: edit\nrisk: { level: dangerous }\ncommand: [sh, -c, exit 3]\n"),
  "tools.d/die.yaml": spec("die", "kind: other\ncommand: [sh, -c, 'kill -9 $$']\n"),
  "tools.d/slow.yaml": spec("slow", "kind: other\ntimeout: 500ms\ncommand: [sleep, '30']\n"),
  "tools.d/long.yaml": spec("long", "kind: other\ncommand: [sleep, '30']\n"),
  "tools.d/gone.yaml": spec("gone", "kind: other\ncommand: [no-such-program-here]\n"),
  "tools.d/never.yaml": spec("never", "kind: delete\ncommand: [echo]\n"),
  "tools.d/elsewhere.yaml": spec("elsewhere", "kind: other\nplatforms: { linux: false }\ncommand: [echo]\n"),
  "tools.d/keyed.yaml": spec(
    "keyed",
    "kind: other\nsecrets: [API_KEY]\nschema: { properties: { q: { type: string, description: Q. } } }\ncommand: [echo, '{{q}}']\n",
  ),
  "tools.d/fetch.yaml": spec("fetch", "kind: fetch\nhttp: { url: 'http://127.0.0.1:9/x', allowPrivate: [127.0.0.1] }\n"),
};
let folder: string;
let state: string;
let env: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = projectOf(specs);
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\nrisk: { never: { decision: deny } }\n");
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
});
beforeEach(() => {
  state = temporaryFolder();
  mkdirSync(join(state, "toolgen"), { recursive: true });
  env = { XDG_CONFIG_HOME: state, XDG_STATE_HOME: join(state, "state"), TOOLGEN_AUDIT: "", HOME: state };
  settle({ arguments: true });
});

const settings = () => join(state, "toolgen/settings.json");
const settle = (audit: unknown, more: object = {}) => writeFileSync(settings(), JSON.stringify({ audit, ...more }));
const file = () => join(state, "state/toolgen/audit.jsonl");
const lines = () => readAudit(file());
const last = () => lines().at(-1);

function call(tool: string, input: unknown, more: Readonly<Record<string, string>> = {}) {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const options = { cwd: folder, input: text, env: { ...process.env, ...env, ...more }, encoding: "utf8" } as const;
  return spawnSync(join(folder, "generated/bin/call"), [tool], options);
}

it("logs the digits of a long number, whether its call is valid or not", () => {
  for (const [tool, input] of [
    ["say", '{"text":12345678901234567891}'],
    ["fail", '{"unknown":12345678901234567891}'],
  ] as const) {
    call(tool, input);
    expect(last()?.argumentsHash).toBe(createHash("sha256").update(input).digest("hex"));
    expect(JSON.stringify(last()?.arguments)).toContain('"12345678901234567891"');
    expect(readFileSync(file(), "utf8")).not.toContain("\ufdd0");
  }
});

it("writes a line of a call: when, what, how it came, what decided, how it ended, what was repaired, and the hash of what was sent", () => {
  const before = Date.now();
  expect(call("say", { message: "hello", password: "p" })).toMatchObject({ status: 0, stdout: "hello", stderr: "" });
  const [line, ...more] = lines();
  expect(more).toEqual([]);
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    tool: "say",
    via: "call",
    pid: expect.any(Number),
    project: folder,
    argumentsHash: argumentsHash({ message: "hello", password: "p" }),
    repairs: ["alias"],
    decision: "allow",
    level: "safe",
    rule: "tools.d/say.yaml: kind",
    arguments: { text: "hello", password: "[secret]" },
    outcome: "done",
    exit: 0,
    resultBytes: 5,
    durationMs: expect.any(Number),
  });
  expect(Date.parse(line?.time ?? "")).toBeGreaterThanOrEqual(before);
});

it.each([
  ["fail", {}, { outcome: "failed", exit: 3, decision: "ask", level: "dangerous", rule: "tools.d/fail.yaml: risk" }, 1],
  ["die", {}, { outcome: "killed", signal: "SIGKILL" }, 137],
  ["slow", {}, { outcome: "timedOut" }, 124],
  ["gone", {}, { outcome: "notStarted" }, 127],
  ["elsewhere", {}, { outcome: "unavailable" }, 2],
  ["never", {}, { outcome: "denied", decision: "deny", rule: "toolgen.yaml: risk.never" }, 2],
  ["fail", { nonsense: 1 }, { outcome: "invalid", repairs: ["unknown"], arguments: { nonsense: 1 } }, 2],
  ["say", { txt: 1, pasword: "secret" }, { outcome: "invalid", arguments: "not kept: something in them is secret" }, 2],
  ["fail", "{", { outcome: "invalid", project: true }, 2],
  ["no_such_tool", {}, { outcome: "unknownTool", tool: "no_such_tool", project: true }, 2],
  ["fetch", {}, { outcome: "notStarted" }, 1],
  ["keyed", { q: "see k3y-value" }, { outcome: "done", arguments: { q: "see [secret]" } }, 0],
  ["keyed", { q: 1, x: "k3y-value" }, { outcome: "invalid", arguments: { q: 1, x: "[secret]" } }, 2],
])("writes one line of a call of %s with %j", (tool, input, wanted, status) => {
  expect(call(tool, input, { API_KEY: "k3y-value" }).status).toBe(status);
  expect(lines()).toEqual([expect.objectContaining({ tool, via: "call", ...wanted, ...("project" in wanted && { project: folder }) })]);
  expect(readFileSync(file(), "utf8")).not.toContain("k3y-value");
});

it("writes one line of a call by toolgen call, and none of a look", () => {
  expect(toolgen(folder, ["call", "say", '{"text":"a"}'], { env })).toMatchObject({ status: 0, stdout: "a" });
  expect(lines()).toEqual([expect.objectContaining({ tool: "say", via: "call", project: folder, outcome: "done", exit: 0 })]);
  expect(toolgen(folder, ["call", "fetch", "{}"], { env })).toMatchObject({ status: 1 });
  expect(toolgen(folder, ["call", "say", "{"], { env })).toMatchObject({ status: 2 });
  expect(toolgen(folder, ["call", "say", '{"text":"a"}', "--risk", "say=deny"], { env })).toMatchObject({ status: 2 });
  expect(lines().map(({ outcome }) => outcome)).toEqual(["done", "notStarted", "invalid", "denied"]);
  expect(last()).toMatchObject({ decision: "deny", rule: "the command line: risk.say" });
  expect(toolgen(folder, ["call", "say", '{"text":"a"}', "--dry-run"], { env })).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["repair", "say", '{"text":"a"}'], { env })).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["policy", "why", "say", '{"text":"a"}'], { env })).toMatchObject({ status: 0 });
  expect(lines()).toHaveLength(4);
});

it.each([
  ["generated/mcp/server.cjs", (): readonly string[] => [join(folder, "generated/mcp/server.cjs")]],
  ["toolgen mcp", (): readonly string[] => [join(import.meta.dirname, "../../../dist/cli/main.js"), "mcp"]],
])("writes one line of each call of %s: done, refused, cancelled, of no tool", async (_, args) => {
  const session = await clients["SDK 2 as of 2026-07-28"]({ args: args(), cwd: folder, env });
  try {
    expect(await session.call("say", { message: "a" })).toMatchObject({ isError: false });
    expect(await session.call("never", {})).toMatchObject({ isError: true });
    await expect(session.call("no_such_tool", { a: 1 })).rejects.toThrow("no_such_tool");
    const aborting = new AbortController();
    const cancelled = session.call("long", {}, aborting.signal);
    while (!readdirSync(join(state, "state/toolgen")).some((name) => name.includes(".begun-"))) await pause();
    aborting.abort();
    await expect(cancelled).rejects.toThrow();
    while (lines().length < 4) await pause();
  } finally {
    await session.close();
  }
  const calls = lines().map(({ tool, via, outcome, project }) => [tool, via, outcome, project]);
  expect(calls).toEqual([
    ["say", "mcp", "done", folder],
    ["never", "mcp", "denied", folder],
    ["no_such_tool", "mcp", "unknownTool", folder],
    ["long", "mcp", "cancelled", folder],
  ]);
});

it("has a line of a call that was killed with its process: the next call makes it", async () => {
  const killed = spawn(join(folder, "generated/bin/call"), ["long"], { cwd: folder, env: { ...process.env, ...env } });
  killed.stdin.end("{}");
  const notes = join(state, "state/toolgen");
  const begun = () => existsSync(notes) && readdirSync(notes).some((name) => name.includes(".begun-") && isWritten(join(notes, name)));
  while (!begun()) await pause();
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(call("say", { text: "a" }).status).toBe(0);
  expect(lines()).toEqual([
    expect.objectContaining({ tool: "long", pid: killed.pid, decision: "ask", outcome: "interrupted" }),
    expect.objectContaining({ tool: "say", outcome: "done" }),
  ]);
  expect(begun()).toBe(false);
});

/** Nothing is known about a process that is killed before it has written its note. */
const isWritten = (file: string) => statSync(file, { throwIfNoEntry: false })?.size !== 0;

it("is off by default: then there is no file", () => {
  settle(undefined, { confirm: { safe: "never" } });
  expect(call("say", { text: "a" }).status).toBe(0);
  expect(call("no_such_tool", {}).status).toBe(2);
  settle(false);
  expect(call("say", { text: "a" }, { TOOLGEN_AUDIT: "0" }).status).toBe(0);
  expect(toolgen(folder, ["call", "say", '{"text":"a"}'], { env })).toMatchObject({ status: 0 });
  expect(existsSync(join(state, "state"))).toBe(false);
});

it("goes on where the environment, the user or the project asks for it, and where they say; only the user asks for arguments", () => {
  const elsewhere = join(state, "elsewhere.jsonl");
  settle(false);
  call("say", { text: "a" }, { TOOLGEN_AUDIT: elsewhere });
  expect(readAudit(elsewhere)).toHaveLength(1);
  expect(readAudit(elsewhere)[0]).not.toHaveProperty("arguments");
  call("say", { text: "a" }, { TOOLGEN_AUDIT: "1" });
  expect(lines()).toHaveLength(1);
  settle({ file: join(state, "mine.jsonl") });
  call("say", { text: "a" }, { TOOLGEN_AUDIT: "1" });
  call("say", { text: "a" });
  // The environment can't take back what the user has said.
  call("say", { text: "a" }, { TOOLGEN_AUDIT: "0" });
  expect(readAudit(join(state, "mine.jsonl"))).toHaveLength(3);
});

it("goes on for a project that says so, unless the user says otherwise", () => {
  const project = projectOf({ ...specs, "toolgen.yaml": "version: 1\naudit: true\n" });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  const run = (tool: string) =>
    spawnSync(join(project, "generated/bin/call"), [tool], { cwd: project, input: '{"text":"a"}', env: { ...process.env, ...env } });
  settle(undefined);
  run("say");
  run("no_such_tool");
  expect(lines().map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ["say", "done"],
    ["no_such_tool", "unknownTool"],
  ]);
  settle(false);
  run("say");
  expect(lines()).toHaveLength(2);
});

it.each([
  ["audit: false\n", "A project can turn the audit log on, not off. Leave `audit` out."],
  ["audit: { arguments: true }\n", "A project can only say `audit: true`."],
])("tells a project that says %s what it may say", (text, problem) => {
  const project = projectOf({ "tools.d/die.yaml": specs["tools.d/die.yaml"], "toolgen.yaml": `version: 1\n${text}` });
  const { status, stderr } = toolgen(project, ["check"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
});

it("refuses calls that can't be written down, and says why", () => {
  writeFileSync(join(state, "state"), "no folder");
  const refused = call("say", { text: "a" });
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /^say was not run: calls must be written to the audit log, and .*audit\.jsonl can't be written: .+\. Only the user/,
  );
  expect(refused.stderr.split("\n")).toHaveLength(2);
  const invalid = call("say", {});
  expect(invalid.stderr).toMatch(/`text` is required[\s\S]*The audit log .* can't be written: /);
  for (const [where, problem] of [
    ["audit.jsonl", "it takes 1, or the absolute path of a file"],
    ["/dev/null", "it is not a regular file of this user"],
  ] as const)
    expect(call("say", { text: "a" }, { TOOLGEN_AUDIT: where })).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
});

it("logs calls that are refused because settings are invalid", () => {
  writeFileSync(settings(), "{");
  expect(call("say", { text: "a" }, { TOOLGEN_AUDIT: "1" })).toMatchObject({ status: 2 });
  expect(lines()).toEqual([
    expect.objectContaining({ outcome: "denied", decision: "deny", rule: "the user's settings, which are invalid" }),
  ]);
});

it("makes a call that ran and can't be logged a failure that says so", () => {
  const project = projectOf({
    "tools.d/spoil.yaml": spec(
      "spoil",
      `kind: other\ncommand: [sh, -c, 'rm -r "${state}/state/toolgen"; touch "${state}/state/toolgen"; echo done']\n`,
    ),
  });
  const answer = toolgen(project, ["call", "spoil", "{}"], { env });
  expect(answer).toMatchObject({ status: 1, stdout: "done\n" });
  expect(answer.stderr).toMatch(/^spoil was executed\. Don't call it again for this: The audit log .* can't be written: .+\.\n$/);
});

it("shows calls: all, since when, of which tool, refused ones", () => {
  call("say", { message: "a" });
  call("never", {});
  const shown = (...args: readonly string[]) => toolgen(folder, ["audit", ...args], { env });
  expect(shown().stdout.split("\n").slice(0, -1)).toEqual([
    expect.stringMatching(
      /^\S+Z {2}say {4}call {2}done, exit 0 {2}\S+ ms +allow, safe, by tools\.d\/say\.yaml: kind; repairs: alias; \{"text":"a"\}$/,
    ),
    expect.stringMatching(/^\S+Z {2}never {2}call {2}denied +\S+ ms +deny, dangerous, by toolgen\.yaml: risk\.never; \{\}$/),
  ]);
  expect(JSON.parse(shown("--json", "--denied").stdout)).toEqual({ file: file(), calls: [expect.objectContaining({ tool: "never" })] });
  expect(shown("--tool", "say", "--since", "1h").stdout.split("\n")).toHaveLength(2);
  expect(shown("--since", "2999-01-01")).toEqual({ status: 0, stdout: `There are no such calls in ${file()}.\n`, stderr: "" });
  expect(shown("--since", "yesterday")).toMatchObject({ status: 2, stderr: expect.stringContaining("--since takes a date") });
  settle(undefined);
  expect(shown("--since", "2999-01-01").stdout).toContain("The log is off");
  expect(toolgen(folder, ["audit"], { env: { ...env, TOOLGEN_AUDIT: "x" } })).toMatchObject({ status: 2 });
  appendFileSync(file(), "\u001b[31mno line\n");
  expect(shown().stdout).not.toContain("\u001b");
  chmodSync(file(), 0o600);
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
