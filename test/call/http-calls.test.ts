import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { defined, toolOf } from "../agent/tool/defined.js";
import { callRequest, callToolAsync } from "../kit/printed.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";
import { clients } from "../server/connect.js";
import { echo, type WebServer, webServer } from "./http/web-server.js";

const token = "t0k3n-öf-a-test";
let server: WebServer;
let project: string;

const specs = (url: string) => `name: find_item
description: Find an item.
kind: read
schema: { properties: { id: { type: string, description: Which. }, depth: { type: integer } }, required: [id] }
aliases: { id: [item_id] }
secrets: { ITEM_TOKEN: Of the items. }
http:
  url: "${url}/items/{{id}}"
  query: { depth: "{{depth}}" }
  headers: { X-Token: "{{@secret.ITEM_TOKEN}}" }
  allowPrivate: [127.0.0.1]
statusCodes: { 404: There is no such item., 403: { error: Ask for access. } }
output: { format: json, select: /found, schema: { type: object, properties: { url: { type: string } } } }
---
name: send_note
description: Send a note.
kind: edit
schema: { properties: { text: { type: string, description: What. }, tags: { type: array, items: { type: string } } }, required: [text] }
timeout: 20s
http: { method: POST, url: "${url}/notes", body: { json: { text: "{{text}}", tags: "{{tags}}" } }, allowPrivate: [127.0.0.1] }
---
name: far_away
description: Look.
kind: read
http: { url: "${url}/x" }
---
name: too_slow
description: Wait.
kind: read
timeout: 50ms
http: { url: "${url}/never", allowPrivate: [127.0.0.1] }
---
name: say_hello
description: Say it.
kind: read
command: [echo, hello]
`;

beforeAll(async () => {
  server = await webServer((seen, response) => {
    if (seen.url === "/never") return;
    if (seen.url.includes("redirect")) return void response.writeHead(302, { location: "http://127.0.0.2:1/inner" }).end();
    const status = /\/items\/(\d{3})/.exec(seen.url)?.[1];
    if (status !== undefined) return void response.writeHead(Number(status)).end(`Told ${seen.headers["x-token"]}.`);
    if (seen.url.startsWith("/items/")) return void response.end(JSON.stringify({ found: { url: seen.url, more: 1 } }));
    return echo(seen, response);
  });
  project = temporaryFolder();
  mkdirSync(join(project, "tools.d"));
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\nfeatures: [proxy]\n");
  writeFileSync(join(project, "tools.d", "web.yaml"), specs(server.url));
  expect(toolgen(project, ["build"]).stderr).not.toContain("error");
});

/** A call of the generated program, beside this process, which is the server. Headers are bytes, so the token goes in Latin-1. */
async function call(name: string, params: object, more: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, TMPDIR: project, ITEM_TOKEN: token, ...more };
  return run(join(project, "generated/bin/call"), [name], { env, input: JSON.stringify(params) });
}

function run(program: string, args: readonly string[], { env, input }: { env: NodeJS.ProcessEnv; input: string }) {
  const child = spawn(program, [...args], { cwd: project, env });
  const text = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (text.stdout += chunk));
  child.stderr.on("data", (chunk) => (text.stderr += chunk));
  child.stdin.end(input);
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (status) => resolve({ status, ...text })),
  );
}

it("answers from generated/bin/call on bare Node, repaired, encoded and projected", async () => {
  const { status, stdout, stderr } = await call("find_item", { item_id: "a/b", depth: "2" });
  expect({ status, stderr, json: JSON.parse(stdout) }).toEqual({ status: 0, stderr: "", json: { url: "/items/a%2Fb?depth=2" } });
  expect(Buffer.from(String(server.seen.at(-1)?.headers["x-token"]), "latin1").toString("latin1")).toBe(token);
});

it("makes of status codes results and failures, and shows no secret", async () => {
  expect(await call("find_item", { id: "404" })).toEqual({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/^There is no such item\.\n\[The request was made.*isn't JSON.*\]\nTold \[secret\]\.$/s),
  });
  const refused = await call("find_item", { id: "403" });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toBe("The server answered 403 Forbidden.\nAsk for access.\n");
  expect(refused.stdout.trim()).toBe("Told [secret].");
  const broken = await call("find_item", { id: "500" });
  expect([broken.status, broken.stderr, broken.stdout.trim()]).toEqual([
    1,
    "The server answered 500 Internal Server Error.\n",
    "Told [secret].",
  ]);
});

it("sends JSON, and refuses what is private, late or without its secret", async () => {
  const { stdout } = await call("send_note", { text: 'a "b"', tags: ["x"] });
  expect(JSON.parse(JSON.parse(stdout).body)).toEqual({ text: 'a "b"', tags: ["x"] });
  const private_ = await call("far_away", {});
  expect([private_.status, private_.stdout]).toEqual([1, ""]);
  expect(private_.stderr).toContain("127.0.0.1 is no public address, and the tool's `allowPrivate` doesn't name it.");
  const redirect = await call("find_item", { id: "redirect" });
  expect([redirect.status, redirect.stderr]).toEqual([1, expect.stringContaining("The request to 127.0.0.2:1 failed")]);
  expect(await call("too_slow", {})).toEqual({ status: 124, stdout: "", stderr: "The request was ended: it took longer than 50 ms.\n" });
  const missing = await call("find_item", { id: "x" }, { ITEM_TOKEN: "" });
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining("The secret ITEM_TOKEN (Of the items) is not set")]);
  expect((await call("find_item", { id: ".." })).status).toBe(2);
});

it("writes what sends requests only where a tool does, and says whose code is in it", () => {
  expect(readdirSync(join(project, "generated/bin"))).toEqual(expect.arrayContaining(["http.cjs", "proxy.cjs"]));
  expect(readFileSync(join(project, "generated/LICENCES.txt"), "utf8")).toMatch(/^bin\/proxy\.cjs .*undici 7\.[\s\S]*MIT/m);
  const plain = temporaryFolder();
  mkdirSync(join(plain, "tools.d"));
  writeFileSync(join(plain, "tools.d", "a.yaml"), "name: a\ndescription: A.\nkind: read\ncommand: [echo]\n");
  expect(toolgen(plain, ["build"]).status).toBe(0);
  expect(readdirSync(join(plain, "generated/bin")).filter((name) => name.includes("http"))).toEqual([]);
});

it("needs that file for no other tool, and says what to do where it is missing", async () => {
  const path = join(project, "generated/bin/http.cjs");
  const text = readFileSync(path);
  rmSync(path);
  try {
    expect(await call("say_hello", {})).toEqual({ status: 0, stdout: "hello\n", stderr: "" });
    const { status, stderr } = await call("far_away", {});
    expect([status, stderr]).toEqual([70, expect.stringContaining("toolgen build")]);
  } finally {
    writeFileSync(path, text);
  }
});

it("loads what uses proxies only where the environment names one", async () => {
  const path = join(project, "generated/bin/proxy.cjs");
  const text = readFileSync(path);
  rmSync(path);
  try {
    expect((await call("find_item", { id: "z" })).status).toBe(0);
    const { status, stderr } = await call("find_item", { id: "z" }, { http_proxy: "http://127.0.0.1:1" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("add proxy to 'features' in toolgen.yaml")]);
  } finally {
    writeFileSync(path, text);
  }
});

it("answers from toolgen call, and shows a request that isn't sent without its secrets", async () => {
  const program = join(import.meta.dirname, "../../dist/cli/main.js");
  const env = { PATH: process.env.PATH, HOME: project, TMPDIR: project, ITEM_TOKEN: token };
  const answered = await run(process.execPath, [program, "call", "find_item"], { env, input: '{"id":"z"}' });
  expect([answered.status, answered.stderr, JSON.parse(answered.stdout)]).toEqual([0, "", { url: "/items/z" }]);
  const before = server.seen.length;
  const dry = toolgen(project, ["call", "find_item", '{"id":"z"}', "--dry-run"], { env });
  expect(JSON.parse(dry.stdout)).toEqual({
    tool: "find_item",
    request: { method: "GET", url: `${server.url}/items/z`, headers: { "x-token": "[secret]" }, body: null },
    timeoutMs: 60_000,
    summary: null,
  });
  expect(server.seen.length).toBe(before);
  const explained = toolgen(project, ["explain", "find_item"]).stdout;
  for (const line of [`  GET ${server.url}/items/{{id}}`, "  query depth: {{depth}}", "  header x-token: {{@secret.ITEM_TOKEN}}"])
    expect(explained).toContain(line);
});

it.each([["generated/mcp/server.cjs"], ["toolgen mcp"]])("answers MCP clients from %s", async (which) => {
  const program = join(import.meta.dirname, "../../dist/cli/main.js");
  const args = which === "toolgen mcp" ? [program, "mcp"] : [which];
  process.env.ITEM_TOKEN = token;
  const session = await clients["SDK 1"]({ args, cwd: project });
  try {
    expect(await session.result("find_item", { id: "m" })).toMatchObject({ structuredContent: { url: "/items/m" } });
    expect((await session.call("far_away", {})).isError).toBe(true);
    const listed = await session.list();
    const worlds = listed.map(({ name, annotations }) => [name, (annotations as { openWorldHint: boolean }).openWorldHint]);
    expect(Object.fromEntries(worlds)).toMatchObject({ find_item: true, send_note: true, say_hello: false });
  } finally {
    delete process.env.ITEM_TOKEN;
    await session.close();
  }
});

const oneTool = () => specs(server.url).split("---\n")[1] ?? "";

it("answers from a class, asks with the whole request, and ends when it is aborted", async () => {
  const tool = await toolOf(oneTool(), project);
  const invocation = tool.build({ text: "hello" });
  expect(invocation.getDescription()).toBe(`POST ${server.url}/notes`);
  const details = await invocation.shouldConfirmExecute(new AbortController().signal);
  expect(details).toMatchObject({ type: "info", prompt: `POST ${server.url}/notes\n\n{"text":"hello"}`, urls: [`${server.url}/notes`] });
  const told: string[] = [];
  const updateOutput = (text: string | object) => told.push(String(text));
  const { llmContent, error } = await invocation.execute({ abortSignal: new AbortController().signal, updateOutput } as never);
  expect(error).toBeUndefined();
  expect(String(llmContent)).toContain("hello");
  expect(told.join("")).toContain("hello");
  const aborted = AbortSignal.abort();
  expect((await invocation.execute({ abortSignal: aborted })).error?.message).toBe("send_note was cancelled.");
});

it("cuts long answers and keeps them whole in a file", async () => {
  const long = await webServer((_seen, response) => void response.end("line\n".repeat(5000)));
  const text = `name: get_log\ndescription: Log.\nkind: read\nhttp: { url: "${long.url}/", allowPrivate: [127.0.0.0/8] }\noutput: { maxLines: 5 }\n`;
  const context = { workspace: project, projectDir: project, env: { TMPDIR: project }, signal: new AbortController().signal };
  const { exitCode, stdout } = await callToolAsync(await defined(text), {}, context);
  expect(exitCode).toBe(0);
  expect(stdout.split("\n").length).toBeLessThan(12);
  const file = /\/[^\s\]]+\.txt/.exec(stdout)?.[0] ?? "";
  expect(readFileSync(file, "utf8")).toBe("line\n".repeat(5000));
});

it("shows no secret that a server sends back as part of an address", async () => {
  const leaking = await webServer(({ headers }, response) => {
    response.writeHead(302, { location: `http://${headers["x-key"]}.example.org/` }).end();
  });
  const text = `name: leak\ndescription: Leak.\nkind: read\nsecrets: [KEY]\nhttp: { url: "${leaking.url}/", headers: { X-Key: "{{@secret.KEY}}" }, allowPrivate: [127.0.0.1] }\n`;
  const env = { TMPDIR: project, KEY: "hush-hush" };
  const context = { workspace: project, projectDir: project, env, signal: new AbortController().signal };
  const { exitCode, stderr } = await callRequest(
    await defined(text),
    {},
    {
      ...context,
      resolve: (_host, _options, callback) => callback(Object.assign(new Error(), { code: "ENOTFOUND" }), []),
    },
  );
  expect([exitCode, stderr]).toEqual([1, "The request to [secret].example.org failed: no host has this name.\n"]);
});

it("judges examples of requests without sending any", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tools.d"));
  const text = `name: find_item
description: Find an item.
kind: delete
schema: { properties: { id: { type: string } }, required: [id] }
secrets: [T]
http: { method: POST, url: "https://api.example.org/items/{{id}}", headers: { Authorization: "Bearer {{@secret.T}}" }, body: { json: { id: "{{id}}" } } }
statusCodes: { 404: None. }
output: { format: json, select: /a }
examples:
  - name: sends it
    given: { secrets: { T: t } }
    params: { id: a b }
    expect: { request: { method: POST, url: "https://api.example.org/items/a%20b", headers: { authorization: Bearer t }, body: { id: a b } } }
  - name: reads the answer
    given: { secrets: { T: t0ken }, http: { status: 200, body: { a: [1, t0ken] } } }
    params: { id: x }
    expect: { json: [1, "[secret]"] }
  - name: nothing there
    given: { secrets: { T: t }, http: { status: 404, body: "" } }
    params: { id: x }
    expect: { contains: None. }
  - name: fails
    given: { secrets: { T: t }, http: { status: 500, body: sorry } }
    params: { id: x }
    expect: { contains: [500 Internal Server Error, sorry] }
  - name: wrong
    given: { secrets: { T: t } }
    params: { id: x }
    expect: { request: { method: GET, url: "https://api.example.org/items/x" } }
  - name: unanswered
    given: { secrets: { T: t } }
    params: { id: x }
    expect: { contains: a }
`;
  writeFileSync(join(folder, "tools.d", "a.yaml"), text);
  const { stdout } = toolgen(folder, ["test", "--json"]);
  const results = JSON.parse(stdout) as readonly { example: string; status: string; problems: { key: string; message?: string }[] }[];
  const statuses = Object.fromEntries((Array.isArray(results) ? results : []).map(({ example, status }) => [example, status]));
  expect(statuses).toEqual({
    ...{ "sends it": "passed", "reads the answer": "passed", "nothing there": "passed", fails: "passed" },
    ...{ wrong: "failed", unanswered: "failed" },
  });
});

it("gives a server in the way no more than a name where a proxy is asked", async () => {
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as { port: number };
  const text = 'name: far\ndescription: Far.\nkind: read\nhttp: { url: "https://far.example.org/" }\n';
  const env = { TMPDIR: project, https_proxy: `http://127.0.0.1:${port}` };
  const context = { workspace: project, projectDir: project, env, signal: new AbortController().signal };
  const { exitCode, stderr } = await callToolAsync(await defined(text), {}, context);
  expect([exitCode, asked]).toEqual([1, ["far.example.org:443"]]);
  expect(stderr).toContain("The request to far.example.org failed");
  proxy.close();
});
