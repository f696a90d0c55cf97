import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { envelope, serverHere } from "../raw-server.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, send } from "./send.js";

// A client of revision 2026-07-28 holds the question about a call. Here it sends the answer with anything else than that call.

/** Appends a line to a file: a call that runs twice has two. */
const wipe = (more = "") =>
  `description: d\nkind: delete\nschema: { properties: { file: { type: string }, times: { type: integer } }, required: [file] }\naliases: { file: [path] }\npaths: { file: write }\nshell: echo ran {{times}} >> {{file}}\n${more}`;
const specs = { "tools.d/wipe.yaml": `name: wipe\n${wipe()}`, "tools.d/other.yaml": `name: other\n${wipe()}` };

let project: string;
beforeAll(() => {
  project = projectOf(specs);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const key = Buffer.alloc(32, 7);
const accept = { inputResponses: { consent: { action: "accept", content: {} } } };
const modern = { _meta: { ...envelope._meta, "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } };
const file = "file.txt";
beforeEach(() => rmSync(join(project, file), { force: true }));
const runs = (folder = project) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").split("\n").length - 1 : 0);

/** The result of a call, or its error. */
type Answer = Readonly<Record<string, unknown>>;
interface Call {
  readonly name?: string;
  readonly args?: object;
  readonly token?: string;
  readonly more?: object;
}

const asked = { resultType: "input_required", requestState: expect.any(String) };
const unverified = { code: -32602, message: expect.stringContaining("not one that the server has signed") };
const complete = { resultType: "complete" };

/** A server that is spoken to over HTTP, by a client whose user has a token. */
async function overHttp(folder: string, options: Parameters<typeof servedOverHttp>[1] = {}) {
  const { url } = await servedOverHttp(folder, { key, ...options });
  return async ({ name = "wipe", args = { file }, token, more = {} }: Call): Promise<Answer> => {
    const own = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
    const { body } = await send(url, {
      headers: { ...asClient, ...own, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, ...modern, ...more } }),
    });
    const { result, error } = JSON.parse(body.replace(/^[\s\S]*data: /, ""));
    return result ?? error;
  };
}

/** A server that is spoken to over standard input and output. */
async function overStdio(folder: string) {
  const server = serverHere(folder, { env: { XDG_CONFIG_HOME: "/nonexistent" } });
  onTestFinished(() => void server.end());
  let id = 0;
  return async ({ name = "wipe", args = { file }, more = {} }: Call): Promise<Answer> => {
    const answer = server.answer(++id);
    server.send({ id, method: "tools/call", params: { name, arguments: args, ...modern, ...more } });
    const { result, error } = (await answer) as { readonly result?: Answer; readonly error?: Answer };
    return result ?? error ?? {};
  };
}

const ways = [
  ["HTTP", overHttp],
  ["stdio", overStdio],
] as const;

it.each(ways)("runs nothing for another tool, other arguments, or an answer in another form (%s)", async (_way, open) => {
  const call = await open(project);
  const { requestState } = await call({});
  const wrong: readonly Call[] = [
    { name: "other" },
    { args: { file, times: 2 } },
    { args: { file: "./x/../other.txt" } },
    { more: { inputResponses: { consent: { action: "decline" } } } },
    { more: { inputResponses: { consent: { action: "cancel" } } } },
    { more: { inputResponses: { parameters: accept.inputResponses.consent } } },
    { more: { inputResponses: { consent: "accept" } } },
    { more: { inputResponses: [accept.inputResponses.consent] } },
    { more: { inputResponses: { consent: { action: "accept", content: [] } } } },
  ];
  for (const each of wrong) {
    // Every answer has a question of its own, because a question that was answered is used.
    const { requestState: own } = await call({});
    const answer = await call({ ...each, more: { ...accept, requestState: own, ...each.more } });
    expect(answer, JSON.stringify(each)).not.toMatchObject({ resultType: "complete", isError: false });
    expect([runs(), existsSync(join(project, "other.txt"))], JSON.stringify(each)).toEqual([0, false]);
  }
  expect(await call({ more: { ...accept, requestState } })).toMatchObject(complete);
  expect(runs()).toBe(1);
});

it.each(ways)("runs nothing for a question whose signed text was changed anywhere (%s)", async (_way, open) => {
  const call = await open(project);
  const { requestState } = await call({});
  const state = String(requestState);
  for (let at = 0; at < state.length; at += 5) {
    const changed = `${state.slice(0, at)}${state[at] === "A" ? "B" : "A"}${state.slice(at + 1)}`;
    // The last character of base64 may have bits that say nothing.
    const answer = await call({ more: { ...accept, requestState: changed } });
    expect(answer, changed).toMatchObject(unverified);
  }
  for (const other of ["", "v1", "..", `${state}.`, `${state}${state}`, state.slice(0, -10), 7, null, [state], { state }])
    expect((await call({ more: { ...accept, requestState: other } })).resultType, JSON.stringify(other)).not.toBe("complete");
  expect(runs()).toBe(0);
  expect(await call({ more: { ...accept, requestState } })).toMatchObject(complete);
});

it.each(ways)("runs once for an answer that is sent twenty times at once (%s)", async (_way, open) => {
  const call = await open(project);
  const { requestState } = await call({});
  const answers = await Promise.all(Array.from({ length: 20 }, () => call({ more: { ...accept, requestState } })));
  expect(runs()).toBe(1);
  expect(answers.filter(({ resultType }) => resultType === "complete")).toHaveLength(1);
  expect(await call({ more: { ...accept, requestState } })).toMatchObject(asked);
  expect(runs()).toBe(1);
});

it("runs nothing for another principal's answer, or for one after the token was taken away (HTTP)", async () => {
  const path = join(temporaryFolder(), "tokens");
  const lineOf = (name: string) => `${name} sha256:${createHash("sha256").update(`token-${name}`).digest("hex")}\n`;
  writeFileSync(path, lineOf("alice") + lineOf("bob"));
  const call = await overHttp(project, { tokens: tokenFile(path) });
  const { requestState } = await call({ token: "token-alice" });
  expect(await call({ token: "token-bob", more: { ...accept, requestState } })).toMatchObject(unverified);
  writeFileSync(path, lineOf("bob"));
  await call({ token: "token-alice", more: { ...accept, requestState } }).catch(() => {});
  expect(runs()).toBe(0);
  // Without tokens, every caller is another principal than alice.
  const open = await overHttp(project);
  expect(await open({ more: { ...accept, requestState } })).toMatchObject(unverified);
  writeFileSync(path, lineOf("alice"));
  expect(await call({ token: "token-alice", more: { ...accept, requestState } })).toMatchObject(complete);
  expect(runs()).toBe(1);
});

it("remembers for its caller alone what a user has allowed with 'don't ask again' (HTTP)", async () => {
  const path = join(temporaryFolder(), "tokens");
  const lineOf = (name: string) => `${name} sha256:${createHash("sha256").update(`token-${name}`).digest("hex")}\n`;
  writeFileSync(path, lineOf("alice") + lineOf("bob"));
  const call = await overHttp(project, { tokens: tokenFile(path) });
  const { requestState } = await call({ token: "token-alice" });
  const always = { consent: { action: "accept", content: { always: true } } };
  expect(await call({ token: "token-alice", more: { inputResponses: always, requestState } })).toMatchObject(complete);
  expect(await call({ token: "token-alice" })).toMatchObject(complete);
  expect(runs()).toBe(2);
  expect(await call({ token: "token-bob" })).toMatchObject(asked);
  expect(await call({ token: "token-alice", args: { file, times: 2 } })).toMatchObject(asked);
  expect(runs()).toBe(2);
});

it("runs nothing for an answer after ten minutes, or before the question by the server's clock (HTTP)", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const call = await overHttp(project);
  const [late, early] = [await call({}), await call({})];
  const since = Date.now();
  vi.setSystemTime(since + 600_001);
  expect(await call({ more: { ...accept, requestState: late.requestState } })).toMatchObject(asked);
  vi.setSystemTime(since - 60_000);
  expect((await call({ more: { ...accept, requestState: early.requestState } })).resultType).not.toBe("complete");
  expect(runs()).toBe(0);
});

it.each(ways)("runs nothing for a question of a server with another key (%s)", async (_way, open) => {
  const stranger = await overHttp(project, { key: Buffer.alloc(32, 8) });
  const { requestState } = await stranger({});
  const call = await open(project);
  expect(await call({ more: { ...accept, requestState } })).toMatchObject(unverified);
  expect(runs()).toBe(0);
});

/** The tool after the question, and keys that it had before. */
const changes: readonly (readonly [name: string, after: string, before?: string])[] = [
  ["another script", wipe().replace("echo ran", "echo more; echo ran")],
  ["another level", wipe("risk: { level: dangerous, impact: Deletes everything. }\n")],
  ["another variable", wipe("env: { set: { MODE: live } }\n")],
  ["other input", wipe("stdin: all\n")],
  ["another time limit", wipe("timeout: 1h\n")],
  ["a secret", wipe("secrets: { KEY: Of it. }\n")],
  ["no sandbox", wipe(), "sandbox: { write: paths }\n"],
  ["another folder", wipe('cwd: "{{@specDir}}"\n')],
];

it.each(changes)("runs nothing for the question of a tool that has %s now", async (_name, changed, more = "") => {
  const [old, now] = [wipe(more), changed].map((text) => {
    const folder = projectOf({ "tools.d/wipe.yaml": `name: wipe\n${text}` });
    expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
    return folder;
  }) as [string, string];
  const options = { workspace: now, env: { PATH: process.env.PATH, KEY: "key", TMPDIR: now } };
  const [before, after] = [await overHttp(old, options), await overHttp(now, options)];
  const { requestState } = await before({});
  expect(requestState).toEqual(expect.any(String));
  const answer = await after({ more: { ...accept, requestState } });
  expect([answer, runs(now)]).toMatchObject([asked, 0]);
});

it("takes no answer to a prompt's question for a call of the tool with its name, and asks about the call", async () => {
  const elicit =
    "name: ship\ndescription: d\nschema: { properties: { file: { type: string }, why: { type: string } }, required: [file, why] }\nelicit: { why: {} }\n";
  const folder = projectOf({
    "tools.d/ship.yaml": `${elicit}kind: read\nshell: echo {{why}} {{file}} >> file.txt\n`,
    "tools.d/prompt.yaml": `${elicit.replace("name:", "prompt:")}text: "{{file}} {{why}}"\n`,
  });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const { url } = await servedOverHttp(folder, { key });
  const ask = async (method: string, more: object = {}) => {
    const headers = { ...asClient, "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": "ship" };
    const params = { name: "ship", arguments: { file }, ...modern, ...more };
    const { body } = await send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
    const { result, error } = JSON.parse(body.replace(/^[\s\S]*data: /, ""));
    return result ?? error;
  };
  const inputResponses = { parameters: { action: "accept", content: { why: "Because" } } };
  const { requestState } = await ask("prompts/get");
  expect(await ask("tools/call", { inputResponses, requestState })).toMatchObject(asked);
  expect(runs(folder)).toBe(0);
  const { requestState: own } = await ask("tools/call");
  expect(await ask("tools/call", { inputResponses, requestState: own })).toMatchObject(complete);
  expect(runs(folder)).toBe(1);
});
