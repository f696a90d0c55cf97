import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A server with sessions and a tool `find`. */
export interface ForgetfulServer {
  readonly url: string;
  /** The requests that begin a session or call a tool, each with the session that it came in. */
  readonly methods: string[];
}

/** Starts a server that answers its first calls with these statuses. */
export async function startForgetfulServer(statuses: readonly number[]): Promise<ForgetfulServer> {
  const methods: string[] = [];
  let sessions = 0;
  let calls = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await textOf(request));
    const status = method === "tools/call" ? (statuses[calls++] ?? 200) : method === "server/discover" ? 400 : 200;
    if (method === "tools/call" || method === "initialize") methods.push(`${method} ${request.headers["mcp-session-id"] ?? "-"}`);
    if (id === undefined) return void response.writeHead(202).end();
    if (status !== 200) return void response.writeHead(status).end("no");
    const result =
      method === "initialize"
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }
        : method === "tools/list"
          ? { tools: [{ name: "find", description: "Find notes.", inputSchema: { type: "object" } }] }
          : { content: [{ type: "text", text: "found" }] };
    const session = method === "initialize" ? { "mcp-session-id": `s${++sessions}` } : {};
    response.writeHead(200, { "content-type": "application/json", ...session }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, methods };
}
