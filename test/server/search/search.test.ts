import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { readAudit } from "../../../src/call/audit-log.js";
import { builtProject, projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { clients, clientsHere, type ServerHere, type Session } from "../connect.js";
import { httpClients, servedOverHttp } from "../http/connect-http.js";
import { serverHere } from "../raw-server.js";

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;
const program = join(import.meta.dirname, "../../../dist/cli/main.js");
const file = "schema: { properties: { file: { type: string, description: Its path. } }, required: [file] }\n";

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [search]\n",
    "tools.d/list_issues.yaml":
      "name: list_issues\ndescription: List the open issues. Newest first.\nkind: read\ntoolsets: [issues]\ncommand: [echo, issues]\n",
    "tools.d/show.yaml": `name: show\ndescription: Show a file.\nkind: read\n${file}aliases: { file: [path] }\ncommand: [echo, "{{file}}"]\n`,
    "tools.d/wipe.yaml": `name: wipe\ndescription: Remove a file for good.\nkind: delete\nnameAliases: [erase]\n${file}command: [echo, gone, "{{file}}"]\n`,
  });
});
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

async function start(era: (typeof eras)[number], args: readonly string[] = [], more: Partial<ServerHere> = {}): Promise<Session> {
  const session = await clientsHere[era]({ args: ["--search", ...args], cwd: project, ...more });
  sessions.push(session);
  return session;
}

const hintsOf = async (session: Session) => (await session.list()).find(({ name }) => name === "call_tool")?.annotations;

it.each(eras)("%s finds, describes and calls tools by three others", async (era) => {
  const session = await start(era);
  expect((await session.list()).map(({ name }) => name)).toEqual(["find_tools", "describe_tools", "call_tool"]);
  const found = await session.call("find_tools", { query: "open issue" });
  expect(found.text.split("\n")[0]).toBe("list_issues: List the open issues.");
  const { text } = await session.call("describe_tools", { names: ["show"] });
  expect(JSON.parse(text)).toMatchObject({ name: "show", description: "Show a file.", inputSchema: { required: ["file"] } });
  expect(await session.call("call_tool", { name: "show", arguments: { file: "a" } })).toEqual({ text: "a", isError: false });
  expect(await session.call("call_tool", { name: "list_issues" })).toEqual({ text: "issues", isError: false });
});

it("calls as directly: arguments are repaired, aliases of names hold, and a refusal says the same", async () => {
  const session = await start("SDK 1");
  for (const args of [{ path: "b" }, '{"file":"b"}', { arguments: { file: "b" } }])
    expect(await session.call("call_tool", { name: "show", arguments: args })).toEqual({ text: "b", isError: false });
  const direct = await session.call("show", {});
  expect(direct).toMatchObject({ isError: true, text: expect.stringContaining("file") });
  expect(await session.call("call_tool", { name: "show" })).toEqual(direct);
  expect(await session.call("call_tool", { name: "erase", arguments: { file: "b" } })).toMatchObject({
    isError: true,
    text: expect.stringContaining("this dangerous call requires confirmation"),
  });
});

it.each(eras)("asks the user of %s about the call itself", async (era) => {
  const asked: string[] = [];
  const answer = async (message: string) => {
    asked.push(message);
    return { action: asked.length === 1 ? "accept" : "decline", content: {} };
  };
  const session = await start(era, [], { answer });
  expect(await session.call("call_tool", { name: "wipe", arguments: { file: "c" } })).toEqual({ text: "gone c", isError: false });
  expect(await session.call("call_tool", { name: "wipe", arguments: { file: "d" } })).toMatchObject({ isError: true });
  expect(asked).toEqual([expect.stringContaining("echo gone c"), expect.stringContaining("echo gone d")]);
});

it("logs the call of the tool behind it", async () => {
  const HOME = temporaryFolder();
  const env = { HOME, XDG_STATE_HOME: HOME, TOOLGEN_AUDIT: join(HOME, "audit.jsonl") };
  const session = await start("SDK 2 as in 2025", [], { env });
  await session.call("call_tool", { name: "show", arguments: { file: "e" } });
  await session.call("call_tool", { name: "shwo", arguments: { file: "e" } });
  expect(readAudit(env.TOOLGEN_AUDIT).map(({ tool }) => tool)).toEqual(["show", "shwo"]);
});

it("shows nothing of how long numbers keep their digits", async () => {
  const { send, answer, end } = serverHere(project, { args: ["--search"] });
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await answer(0);
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const long = "12345678901234567891";
  const calls: readonly (readonly [string, string])[] = [
    ["call_tool", `{"name":${long},"arguments":{}}`],
    ["call_tool", `{"name":"show","arguments":{"file":${long},"x":${long}}}`],
    ["call_tool", `{"name":"show","arguments":${long}}`],
    ["describe_tools", `{"names":[${long}]}`],
    ["find_tools", `{"query":${long}}`],
    ["find_tools", `{"query":"file","limit":${long}}`],
    [long, "{}"],
  ];
  for (const [n, [name, args]] of calls.entries()) {
    send(`{"jsonrpc":"2.0","id":${n + 1},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args}}}\n`);
    expect(JSON.stringify(await answer(n + 1))).not.toMatch(/\ufdd0|[0-9a-f]{8}-[0-9a-f]{4}/);
  }
  send(
    `{"jsonrpc":"2.0","id":"shown","method":"tools/call","params":{"name":"call_tool","arguments":{"name":"show","arguments":{"file":${long}}}}}\n`,
  );
  expect(await answer("shown")).toMatchObject({ result: { content: [{ text: long }] } });
  expect((await end()).stderr).not.toContain("\ufdd0");
});

it.each([
  { call: {}, said: "The name of the tool is missing. call_tool takes `name`" },
  { call: { name: 3 }, said: "The name of the tool is missing." },
  { call: { name: "show", file: "a" }, said: "Put `file` into `arguments`." },
  { call: { name: "shwo", arguments: { file: "a" } }, said: "There is no tool named 'shwo'. Did you mean 'show'?" },
  { call: { name: "call_tool", arguments: { name: "show" } }, said: "There is no tool named 'call_tool'" },
])("refuses $call with a message for the model", async ({ call, said }) => {
  const session = await start("SDK 2 as of 2026-07-28");
  expect(await session.call("call_tool", call)).toMatchObject({ isError: true, text: expect.stringContaining(said) });
});

it.each([
  { tool: "find_tools", args: {}, said: "find_tools takes `query`" },
  { tool: "find_tools", args: { query: "file", limit: 0 }, said: "from 1 to 50" },
  { tool: "find_tools", args: { query: "zzzzzz" }, said: "No tool matches 'zzzzzz'", isError: false },
  { tool: "find_tools", args: { query: "file", limit: 1 }, said: "(1 more match less well.)", isError: false },
  { tool: "describe_tools", args: { names: [] }, said: "describe_tools takes `names`" },
  { tool: "describe_tools", args: { names: Array(11).fill("show") }, said: "at most 10" },
  { tool: "describe_tools", args: { names: ["shwo"] }, said: "Did you mean 'show'?" },
  { tool: "describe_tools", args: { names: "show" }, said: '"name":"show"', isError: false },
])("answers $tool with $args", async ({ tool, args, said, isError = true }) => {
  const session = await start("SDK 1");
  expect(await session.call(tool, args)).toEqual({ isError, text: expect.stringContaining(said) });
});

it("shows the most dangerous hints of the tools that are offered, and reaches no other", async () => {
  const dangerous = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
  expect(await hintsOf(await start("SDK 1"))).toMatchObject(dangerous);
  const session = await start("SDK 1", ["--read-only"]);
  expect(await hintsOf(session)).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
  const { text } = await session.call("find_tools", { query: "file remove wipe" });
  expect(text).toBe("show: Show a file.");
  for (const name of ["wipe", "erase"]) {
    const refusal = { isError: true, text: expect.stringContaining(`There is no tool named '${name}'`) };
    expect(await session.call("call_tool", { name, arguments: { file: "x" } })).toEqual(refusal);
    expect(await session.call("describe_tools", { names: [name] })).toEqual(refusal);
    await expect(session.call(name, { file: "x" })).rejects.toThrow("no tool named");
  }
  const denied = await start("SDK 1", ["--risk", "wipe=deny"]);
  expect(await hintsOf(denied)).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

it.each(eras)("searches over HTTP among the tools of the address, by %s", async (era) => {
  const { url } = await servedOverHttp(project, { search: true });
  const client = await httpClients[era]({ url: `${url}/x/issues` });
  expect(await client.list()).toEqual(["find_tools", "describe_tools", "call_tool"]);
  expect(await client.call("find_tools", { query: "file issues" })).toMatchObject({ text: "list_issues: List the open issues." });
  expect(await client.call("call_tool", { name: "list_issues" })).toEqual({ text: "issues", isError: false });
  expect(await client.call("call_tool", { name: "show", arguments: { file: "a" } })).toMatchObject({ isError: true });
});

it.each([
  { what: "a tool", spec: "name: call_tool" },
  { what: "an alias", spec: "name: look\nnameAliases: [find_tools]" },
])("doesn't start if $what of the project has one of the three names", ({ spec }) => {
  const own = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [search]\n",
    "tools.d/one.yaml": `${spec}\ndescription: d\nkind: read\ncommand: [echo, one]\n`,
  });
  for (const args of [["generated/mcp/server.cjs"], [program, "mcp"]]) {
    const { status, stderr } = spawnSync(process.execPath, [...args, "--search"], { cwd: own, encoding: "utf8", input: "" });
    expect(status, stderr).not.toBe(0);
    expect(stderr).toMatch(/--search has a tool '(call_tool|find_tools)', and so has this project/);
  }
});

it("finds the tools of the newest specs", async () => {
  const own = projectOf({
    "toolgen.yaml": "version: 1\nfeatures: [search]\n",
    "tools.d/one.yaml": "name: one\ndescription: Count apples.\nkind: read\ncommand: [echo, one]\n",
  });
  const session = await clients["SDK 1"]({ args: [program, "mcp", "--search"], cwd: own });
  sessions.push(session);
  expect((await session.list()).map(({ name }) => name)).toEqual(["find_tools", "describe_tools", "call_tool"]);
  expect((await session.call("find_tools", { query: "pears" })).text).toContain("No tool matches");
  writeFileSync(join(own, "tools.d/two.yaml"), "name: two\ndescription: Count pears.\nkind: read\ncommand: [echo, two]\n");
  await expect.poll(async () => (await session.call("find_tools", { query: "pears" })).text, { timeout: 60_000 }).toBe("two: Count pears.");
  expect(await session.call("call_tool", { name: "two" })).toEqual({ text: "two", isError: false });
});
