import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { maxCallsOfOne, maxConcurrentCalls } from "../../../src/server/state/concurrency-limit.js";
import { isRunning } from "../../call/process/marked-processes.js";
import { eventually, patience } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { httpClients, servedOverHttp } from "./connect-http.js";
import { asClient, callOf, send } from "./send.js";

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;
const accept = { action: "accept" };

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\naliases: { text: [message] }\ncommand: [printf, '%s', '{{text}}']\n",
    "tools.d/wipe.yaml":
      "name: wipe\ndescription: d\nkind: delete\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: write }\ncommand: [touch, '{{file}}']\n",
    "tools.d/route.yaml":
      "name: route\ndescription: d\nkind: read\nnameAliases: [route_to]\nschema: { properties: { region: { type: string, x-mcp-header: Region } }, required: [region] }\ncommand: [printf, '%s', '{{region}}']\n",
    // Runs until it is ended, and says first who it is.
    "tools.d/stay.yaml":
      "name: stay\ndescription: d\nkind: read\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: write }\nshell: echo $$ > {{file}}; sleep 600\n",
    // Runs until a file is there.
    "tools.d/wait.yaml":
      "name: wait\ndescription: d\nkind: read\ntimeout: 10m\nschema: { properties: { id: { type: integer } }, required: [id] }\nshell: echo x >> started; until [ -e go ]; do sleep 0.05; done; echo {{id}}\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

let files = 0;
const newFile = () => join(project, `file-${files++}`);

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

const modernEnvelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

it.each(eras)("lists and calls, and repairs arguments (%s)", async (era) => {
  const { url } = await servedOverHttp(project);
  const client = await httpClients[era]({ url });
  expect(await client.list()).toEqual(["echo", "route", "stay", "wait", "wipe"]);
  expect(await client.call("echo", { message: "hello" })).toEqual({ text: "hello", isError: false });
  expect(await client.call("echo", {})).toMatchObject({ isError: true });
});

it("refuses a call whose header isn't the argument that it stands for, also by another name of the tool", async () => {
  const { url } = await servedOverHttp(project);
  const call = async (name: string, region: string) => {
    const own = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name, "mcp-param-region": "eu" };
    const params = { name, arguments: { region }, _meta: modernEnvelope };
    const { status, body } = await send(url, {
      headers: { ...asClient, ...own },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    return { status, code: JSON.parse(body.replace(/^[\s\S]*data: /, "")).error?.code };
  };
  expect(await call("route", "eu")).toEqual({ status: 200, code: undefined });
  expect(await call("route", "us")).toEqual({ status: 400, code: -32020 });
  expect(await call("route_to", "us")).toEqual({ status: 400, code: -32020 });
});

it("asks a client of 2026-07-28, whose answer another replica with the same key takes", async () => {
  const key = Buffer.alloc(32, 7);
  const [asking, answering] = [await servedOverHttp(project, { key }), await servedOverHttp(project, { key })];
  const file = newFile();
  const headers = { ...asClient, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "wipe" };
  const call = async (url: string, more: object) => {
    const params = { name: "wipe", arguments: { file }, _meta: modernEnvelope, ...more };
    const { body } = await send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }) });
    const { result, error } = JSON.parse(body.replace(/^[\s\S]*data: /, ""));
    return result ?? error;
  };
  const first = await call(asking.url, {});
  expect(first).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  expect(existsSync(file)).toBe(false);
  const answer = { inputResponses: { consent: { action: "accept", content: {} } }, requestState: first.requestState };
  const stranger = await servedOverHttp(project);
  expect(await call(stranger.url, answer)).toMatchObject({ code: -32602 });
  expect(existsSync(file)).toBe(false);
  expect(await call(answering.url, answer)).toMatchObject({ resultType: "complete" });
  expect(existsSync(file)).toBe(true);
});

it.each(["SDK 1", "SDK 2 as in 2025"] as const)("asks in a session, and refuses a dangerous call without one (%s)", async (era) => {
  const [plain, withSessions] = [await servedOverHttp(project), await servedOverHttp(project, { hasSessions: true })];
  const file = newFile();
  const asked: string[] = [];
  const answer = (message: string) => {
    asked.push(message);
    return accept;
  };
  const stateless = await httpClients[era]({ url: plain.url, answer });
  expect(await stateless.call("wipe", { file })).toMatchObject({ isError: true, text: expect.stringContaining("requires confirmation") });
  expect(existsSync(file)).toBe(false);
  const inSession = await httpClients[era]({ url: withSessions.url, answer });
  expect(await inSession.call("wipe", { file })).toMatchObject({ isError: false });
  expect(asked).toEqual([expect.stringContaining("Risk: dangerous")]);
  expect(existsSync(file)).toBe(true);
});

it("serves a session only to its own principal, and no unknown session", async () => {
  const tokens = writeTokens({ alice: "a-token", bob: "b-token" });
  const { url } = await servedOverHttp(project, { hasSessions: true, tokens: tokenFile(tokens) });
  const by = (token: string, more = {}) => ({ headers: { ...asClient, authorization: `Bearer ${token}`, ...more } });
  const begun = await send(url, { ...by("a-token"), body: JSON.stringify(initialize) });
  const session = { "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  expect(await send(url, { ...by("a-token", session), body: list })).toMatchObject({ status: 200 });
  expect(await send(url, { ...by("b-token", session), body: list })).toMatchObject({ status: 404 });
  expect(await send(url, { ...by("a-token", { "mcp-session-id": "made-up" }), body: list })).toMatchObject({ status: 404 });
});

it("begins no session without the option, and needs none", async () => {
  const { url } = await servedOverHttp(project);
  const begun = await send(url, { headers: asClient, body: JSON.stringify(initialize) });
  expect(begun).toMatchObject({ status: 200, body: expect.stringContaining("serverInfo") });
  expect(begun.headers).not.toHaveProperty("mcp-session-id");
  for (const more of [{}, { "mcp-session-id": "made-up" }])
    expect(await send(url, { headers: { ...asClient, ...more }, body: callOf("echo", { text: "hello" }) })).toMatchObject({ status: 200 });
});

it("refuses web pages that reach it by a name of their own, and pages of other origins", async () => {
  const { url } = await servedOverHttp(project);
  const body = callOf("echo", { text: "hello" });
  for (const headers of [{ host: "evil.example" }, { origin: "http://evil.example" }, { origin: "null" }])
    expect(await send(url, { headers: { ...asClient, ...headers }, body })).toMatchObject({ status: 403 });
  for (const host of ["a@b", "evil@localhost"])
    expect(await send(url, { headers: { ...asClient, host }, body })).toMatchObject({ status: 400 });
  const named = await servedOverHttp(project, { allowedHosts: ["tools.example"] });
  for (const headers of [
    {},
    { host: "tools.example" },
    { host: "tools.example:443", origin: "https://tools.example" },
    { origin: "http://localhost:3000" },
  ])
    expect(await send(named.url, { headers: { ...asClient, ...headers }, body })).toMatchObject({ status: 200 });
});

it("answers a message that is not a call of a tool with the status for it", async () => {
  const { url, logged } = await servedOverHttp(project);
  const large = `${"x".repeat(5_000_000)}`;
  expect(await send(url, { method: "GET", headers: asClient })).toMatchObject({ status: 405 });
  expect(await send(url, { method: "DELETE", headers: asClient })).toMatchObject({ status: 405 });
  expect(await send(url.replace(/mcp$/, "other"))).toMatchObject({ status: 404, body: expect.stringContaining("/mcp") });
  expect(await send(url, { headers: { ...asClient, "content-type": "text/plain" }, body: "{}" })).toMatchObject({ status: 415 });
  expect(await send(url, { headers: asClient, body: "{" })).toMatchObject({ status: 400 });
  expect(await send(url, { headers: asClient, body: callOf("echo", { text: large }) })).toMatchObject({ status: 413 });
  expect(await send(url, { headers: { ...asClient, long: "x".repeat(20_000) } })).toMatchObject({ status: 431 });
  expect(await send(url, { headers: asClient, body: callOf("echo", { text: "still there" }) })).toMatchObject({ status: 200 });
  expect(logged.join("\n")).not.toContain("at ");
});

it("takes only calls with a token of its file, which is read again when it changes", async () => {
  const path = writeTokens({ alice: "right" }, "\n# nobody's\nold sha256:".concat(hashOf("expired"), " 2020-01-01\n"));
  const { url } = await servedOverHttp(project, { tokens: tokenFile(path) });
  const body = callOf("echo", { text: "hello" });
  const junk = [
    "Bearer right junk",
    "Bearer right, Bearer right",
    "Bearer right\tx",
    "Bearer junk right",
    "Bearer  right x",
    "Basic x Bearer right",
  ];
  const by = (authorization?: string) => send(url, { headers: { ...asClient, ...(authorization && { authorization }) }, body });
  expect(await by()).toMatchObject({ status: 401, headers: { "www-authenticate": expect.stringContaining("Bearer") } });
  for (const wrong of ["Bearer wrong", "Bearer expired", "Basic cmlnaHQ=", "Bearer ", `Bearer ${hashOf("right")}`, "right", ...junk])
    expect(await by(wrong), wrong).toMatchObject({ status: 401 });
  expect(await by("Bearer right")).toMatchObject({ status: 200 });
  expect(await by("bearer right")).toMatchObject({ status: 200 });
  const twice = { ...asClient, authorization: ["Bearer right", "Bearer wrong"] };
  expect(await send(url, { headers: twice, body })).toMatchObject({ status: 401 });
  expect(await send(url.replace(/mcp$/, "healthz"), { method: "GET" })).toMatchObject({ status: 200 });
  const client = await httpClients["SDK 2 as of 2026-07-28"]({ url, token: "right" });
  expect(await client.call("echo", { text: "hello" })).toEqual({ text: "hello", isError: false });
  writeFileSync(path, `bob sha256:${hashOf("other token")}\n`);
  expect(await by("Bearer right")).toMatchObject({ status: 401 });
  expect(await by("Bearer other token")).toMatchObject({ status: 401 });
});

it("calls a tool that needs a scope for a token whose line has it", async () => {
  const scoped = projectOf({
    "tools.d/pay.yaml": "name: pay\ndescription: d\nkind: read\nscopes: [money:spend, money:see]\ncommand: [echo, paid]\n",
  });
  expect(toolgen(scoped, ["build"])).toMatchObject({ status: 0 });
  const lines = ["half  sha256:HASH 2999-01-01 scope:money:see", "whole sha256:HASH scope:money:see\tscope:money:spend"];
  const path = newFile();
  writeFileSync(path, lines.map((line) => line.replace("HASH", hashOf(line.slice(0, 5).trim()))).join("\n"));
  const { url } = await servedOverHttp(scoped, { tokens: tokenFile(path) });
  const by = (token: string) => send(url, { headers: { ...asClient, authorization: `Bearer ${token}` }, body: callOf("pay", {}) });
  expect(await by("whole")).toMatchObject({ status: 200, body: expect.stringContaining("paid") });
  expect(await by("half")).toMatchObject({
    status: 403,
    headers: { "www-authenticate": expect.stringContaining('scope="money:see money:spend"') },
  });
  const open = await servedOverHttp(scoped);
  expect(await send(open.url, { headers: asClient, body: callOf("pay", {}) })).toMatchObject({ status: 200 });
});

it("decides by who calls, as specs and toolgen.yaml say", async () => {
  const decided = projectOf({
    "toolgen.yaml": 'version: 1\nrisk: { wipe: { when: { "@principal": carol }, decision: deny } }\n',
    "tools.d/wipe.yaml":
      'name: wipe\ndescription: d\nkind: delete\nrisk: { rules: [{ when: { "@principal": [alice, carol] }, level: safe }] }\ncommand: [echo, wiped]\n',
  });
  expect(toolgen(decided, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const { url } = await servedOverHttp(decided, { tokens: tokenFile(writeTokens({ alice: "a-token", bob: "b-token", carol: "c-token" })) });
  const by = async (token: string) => {
    const { body } = await send(url, { headers: { ...asClient, authorization: `Bearer ${token}` }, body: callOf("wipe", {}) });
    return JSON.parse(body.replace(/^[\s\S]*data: /, "")).result.content[0].text;
  };
  expect(await by("a-token")).toContain("wiped");
  expect(await by("b-token")).toContain("requires confirmation");
  expect(await by("c-token")).toContain("denied");
  const why = (principal: string) => JSON.parse(toolgen(decided, ["policy", "why", "wipe", "--principal", principal]).stdout).decision;
  expect([why("alice"), why("bob"), why("carol")]).toEqual(["allow", "ask", "deny"]);
});

it("lets no caller in when its tokens can't be read, and logs why", async () => {
  const path = writeTokens({ alice: "right" });
  const { url, logged } = await servedOverHttp(project, { tokens: tokenFile(path) });
  rmSync(path);
  const headers = { ...asClient, authorization: "Bearer right" };
  for (const _ of [1, 2]) expect(await send(url, { headers, body: callOf("echo", { text: "hello" }) })).toMatchObject({ status: 500 });
  expect(logged).toEqual([expect.stringContaining("ENOENT")]);
});

it("ends a caller's oldest session for a further one, and no other caller's", async () => {
  const tokens = tokenFile(writeTokens({ alice: "a-token", bob: "b-token" }));
  const { url } = await servedOverHttp(project, { hasSessions: true, tokens });
  const begin = async (token: string) => {
    const by = { ...asClient, authorization: `Bearer ${token}` };
    const { headers } = await send(url, { headers: by, body: JSON.stringify(initialize) });
    return { ...by, "mcp-session-id": String(headers["mcp-session-id"]) };
  };
  const bob = await begin("b-token");
  const alice: object[] = [];
  for (let i = 0; i < 201; i++) alice.push(await begin("a-token"));
  const body = callOf("echo", { text: "hello" });
  const statuses: unknown[] = [];
  for (const headers of [bob, alice[0], alice[1], alice[200]]) statuses.push((await send(url, { headers: { ...headers }, body })).status);
  expect(statuses).toEqual([200, 404, 200, 200]);
});

it("names the line of a token file that it can't read", () => {
  const path = join(project, "bad-tokens");
  writeFileSync(path, `alice sha256:${hashOf("a")}\nbob secret\n`);
  expect(() => tokenFile(path)).toThrow(/bad-tokens:2: /);
});

it.skipIf(missing("openssl"))("speaks TLS", async () => {
  const [key, cert] = [join(project, "key.pem"), join(project, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "1",
      "-keyout",
      key,
      "-out",
      cert,
      ...subject,
    ],
    { stdio: "ignore" },
  );
  const { url } = await servedOverHttp(project, { tls: { key: readFileSync(key), cert: readFileSync(cert) } });
  expect(url).toMatch(/^https:/);
  const status = new Promise((resolve, reject) => {
    const request = httpsRequest(url.replace(/mcp$/, "healthz"), { ca: readFileSync(cert) }, (response) =>
      resolve(response.resume().statusCode),
    );
    request.on("error", reject).end();
  });
  expect(await status).toBe(200);
});

it.each(eras)("ends what a client started that has gone (%s)", async (era) => {
  const { url } = await servedOverHttp(project);
  const client = await httpClients[era]({ url });
  const file = newFile();
  const call = client.call("stay", { file }).catch((error: unknown) => error);
  const pid = await pidIn(file);
  await client.close();
  await call;
  expect(await eventually(() => !isRunning(pid))).toBe(true);
});

it.each([
  ["SDK 1", true],
  ["SDK 2 as in 2025", true],
  ["SDK 2 as of 2026-07-28", false],
] as const)("ends a call that its client cancels (%s, in a session: %s)", async (era, hasSessions) => {
  const { url } = await servedOverHttp(project, { hasSessions });
  const client = await httpClients[era]({ url });
  const file = newFile();
  const cancel = new AbortController();
  const call = client.call("stay", { file }, cancel.signal).catch((error: unknown) => error);
  const pid = await pidIn(file);
  cancel.abort();
  await call;
  expect(await eventually(() => !isRunning(pid))).toBe(true);
  expect(await client.call("echo", { text: "hello" })).toEqual({ text: "hello", isError: false });
});

/** The text of a request, for a socket. */
const rawCall = (body: string, session = "") =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${session}Content-Length: ${body.length}\r\n\r\n${body}`;

it("ends what a client started whose connection has broken, calls behind others on it included", async () => {
  const { url } = await servedOverHttp(project);
  const [file, behind] = [newFile(), newFile()];
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(rawCall(callOf("stay", { file })) + rawCall(callOf("stay", { file: behind })));
  const pids = [await pidIn(file), await pidIn(behind)];
  socket.resetAndDestroy();
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it("ends what a session started whose connection has broken, and keeps the session", async () => {
  const { url } = await servedOverHttp(project, { hasSessions: true });
  const begun = await send(url, { headers: asClient, body: JSON.stringify(initialize) });
  const id = String(begun.headers["mcp-session-id"]);
  const file = newFile();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(rawCall(callOf("stay", { file }), `Mcp-Session-Id: ${id}\r\n`));
  const pid = await pidIn(file);
  socket.resetAndDestroy();
  expect(await eventually(() => !isRunning(pid))).toBe(true);
  const headers = { ...asClient, "mcp-session-id": id };
  expect(await send(url, { headers, body: callOf("echo", { text: "hello" }) })).toMatchObject({ status: 200 });
});

it("runs as many calls at once as a process may, whatever client they are of, and finishes them before it ends", async () => {
  const { url, close } = await servedOverHttp(project);
  const calls = Array.from({ length: maxConcurrentCalls + 8 }, (_, id) =>
    send(url, { headers: asClient, body: callOf("wait", { id }, id) }),
  );
  const started = () => (existsSync(join(project, "started")) ? readFileSync(join(project, "started"), "utf8").length / 2 : 0);
  expect(await eventually(() => started() === maxConcurrentCalls)).toBe(true);
  const closed = close(patience.timeout);
  expect(await send(url.replace(/mcp$/, "readyz"), { method: "GET" })).toMatchObject({ status: 503 });
  expect(await send(url, { headers: asClient, body: callOf("echo", { text: "late" }) })).toMatchObject({ status: 503 });
  expect(started()).toBe(maxConcurrentCalls);
  writeFileSync(join(project, "go"), "");
  const answers = await Promise.all(calls);
  await closed;
  // Some may have come after the server began to end.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(maxConcurrentCalls);
  for (const [id, { status, body }] of answers.entries())
    if (status === 200)
      expect(JSON.parse(body.replace(/^[\s\S]*data: /, ""))).toMatchObject({ id, result: { content: [{ text: String(id) }] } });
    else expect(status).toBe(503);
});

it("answers a caller while another has as many calls running as one may", async () => {
  rmSync(join(project, "started"), { force: true });
  rmSync(join(project, "go"), { force: true });
  const { url } = await servedOverHttp(project, { tokens: tokenFile(writeTokens({ alice: "a-token", bob: "b-token" })) });
  const by = (token: string, body: string) => send(url, { headers: { ...asClient, authorization: `Bearer ${token}` }, body });
  const calls = Array.from({ length: maxConcurrentCalls + 8 }, (_, id) => by("a-token", callOf("wait", { id }, id)));
  const started = () => (existsSync(join(project, "started")) ? readFileSync(join(project, "started"), "utf8").length / 2 : 0);
  expect(await eventually(() => started() === maxCallsOfOne)).toBe(true);
  expect(await by("b-token", callOf("echo", { text: "hello" }))).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
  expect(started()).toBe(maxCallsOfOne);
  writeFileSync(join(project, "go"), "");
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
});

it("ends calls that take longer than it may wait", async () => {
  const { url, close } = await servedOverHttp(project);
  const file = newFile();
  const call = send(url, { headers: asClient, body: callOf("stay", { file }) }).catch((error: unknown) => error);
  const pid = await pidIn(file);
  await close(10);
  await call;
  expect(await eventually(() => !isRunning(pid))).toBe(true);
});

/** The process id that the tool `stay` writes. */
async function pidIn(file: string): Promise<number> {
  expect(await eventually(() => existsSync(file) && readFileSync(file, "utf8") !== "")).toBe(true);
  return Number(readFileSync(file, "utf8"));
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

function writeTokens(tokens: Readonly<Record<string, string>>, more = ""): string {
  const path = newFile();
  const lines = Object.entries(tokens).map(([name, token]) => `${name} sha256:${hashOf(token)}\n`);
  writeFileSync(path, lines.join("") + more);
  return path;
}
