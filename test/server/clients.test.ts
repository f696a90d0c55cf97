import { afterAll, beforeAll, expect, it } from "vitest";
import { makeProject, ownTools } from "../clients/gemini-cli-core/project.js";
import { listedTools } from "../kit/project.js";
import { calls } from "../tools.d/calls.js";
import { clients, type Session } from "./connect.js";

const names = Object.keys(clients) as readonly (keyof typeof clients)[];
const sessions = new Map<string, Session>();
let project: string;

beforeAll(async () => {
  project = makeProject();
  for (const name of names) sessions.set(name, await clients[name]({ args: ["generated/mcp/server.cjs"], cwd: project }));
});
afterAll(async () => {
  await Promise.all([...sessions.values()].map((session) => session.close()));
});

function session(name: string): Session {
  const found = sessions.get(name);
  if (found === undefined) throw new Error(`no session for ${name}`);
  return found;
}

it.each(names)("tells %s its name and a version", (name) => {
  expect(session(name).server).toMatchObject({ name: "toolgen", version: expect.stringMatching(/^1\.0\.0\+/) });
});

it.each(names)("lists every tool to %s on one page, as it was rendered", async (name) => {
  const tools = await session(name).list();
  expect(tools).toEqual(listedTools(project));
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining([...ownTools(project)]));
});

it.each(names)("repairs a call by other names and texts of numbers that %s sends", async (name) => {
  const { text, isError } = await session(name).call("echo_read_lines", { file_path: "f", start_line: "10", end_line: "20" });
  expect(isError).toBe(false);
  expect(JSON.parse(text)).toEqual({ path: "f", offset: 10, limit: 11 });
});

it.each(names)("lists open schemas to %s where it calls itself a client that validates before it sends", async (name) => {
  const open = listedTools(project, "open");
  for (const client of ["gemini-cli-mcp-client", "qwen-cli-mcp-client-toolgen"]) {
    const connected = await clients[name]({ args: ["generated/mcp/server.cjs"], cwd: project, name: client });
    expect(await connected.list(), client).toEqual(open);
    await connected.close();
  }
});

it.each(names)("runs every tool of tools.d for %s on a real repository", async (name) => {
  expect(Object.keys(calls).sort()).toEqual([...ownTools(project)].sort());
  for (const [tool, { params, prints }] of Object.entries(calls)) {
    const { text, isError } = await session(name).call(tool, params);
    expect(isError, tool).toBe(false);
    if (typeof prints === "string") expect(text, tool).toBe(prints.trimEnd());
    else expect(`${text}\n`, tool).toMatch(prints);
  }
});

it.each(names)("refuses wrong calls of every tool with a message that %s can act on", async (name) => {
  for (const [tool, { wrong }] of Object.entries(calls)) {
    const { text, isError } = await session(name).call(tool, wrong);
    expect({ isError, text }, tool).toEqual({ isError: true, text: expect.stringMatching(/^\w+ was not run: [\s\S]*call \w+ again\.$/) });
  }
});

it.each(names)("names the closest tool to %s for an unknown name", async (name) => {
  await expect(session(name).call("git_lgo", {})).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("'git_log'") });
});

it("has said nothing on standard error by then", () => {
  expect(names.map((name) => session(name).said())).toEqual(names.map(() => ""));
});
