import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, afterEach, expect, it } from "vitest";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";
import { writeSpecs } from "../registry/project.js";

afterAll(removeFolders);
let server: Server | undefined;
afterEach(() => void server?.close());

/** Calls a tool of a server that answers the first calls in each of its sessions with these statuses. */
async function callWith(statuses: readonly number[]) {
  const methods: string[] = [];
  let sessions = 0;
  let calls = 0;
  server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await textOf(request));
    const status = method === "tools/call" ? (statuses[calls++] ?? 200) : method === "server/discover" ? 400 : 200;
    if (method === "tools/call" || method === "initialize") methods.push(`${method} ${request.headers["mcp-session-id"] ?? "-"}`);
    if (id === undefined) return void response.writeHead(202).end();
    if (status !== 200) return void response.writeHead(status).end("no");
    const result =
      method === "initialize"
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }
        : { content: [{ type: "text", text: "found" }] };
    const session = method === "initialize" ? { "mcp-session-id": `s${++sessions}` } : {};
    response.writeHead(200, { "content-type": "application/json", ...session }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = freshFolder();
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, "toolgen.yaml"), `version: 1\nmcpServers: { notes: { url: "http://127.0.0.1:${port}/mcp" } }\n`);
  writeSpecs(folder, {
    "find.yaml": "name: find\ndescription: Find notes.\nkind: read\nrisk: safe\nmcp: { server: notes, tool: find }\n",
  });
  const child = spawn(join(folder, "generated/bin/call"), ["find"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end("{}");
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, "exit")]);
  return { status: child.exitCode, stdout, stderr, methods };
}

it("makes a call again in a new session if the server has forgotten the session before it ran anything", async () => {
  expect(await callWith([404])).toEqual({
    status: 0,
    stdout: "found",
    stderr: "",
    methods: ["initialize -", "tools/call s1", "initialize -", "tools/call s2"],
  });
});

it("makes it no more than twice, and not after another failure", async () => {
  const twice = await callWith([404, 404, 404]);
  expect(twice).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("It has forgotten the session.") });
  expect(twice.methods).toHaveLength(4);
  const broken = await callWith([500]);
  expect(broken).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("HTTP status 500"),
    methods: ["initialize -", "tools/call s1"],
  });
});
