import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { type AuthorizationServer, addressOf } from "./authorization-server.js";

export interface GuardedServer {
  readonly url: string;
  /** The headers of all requests. */
  readonly seen: readonly IncomingMessage["headers"][];
  /** Another origin that requests are redirected to, if there is one. */
  redirect: string | undefined;
  close(): void;
}

/** Starts an MCP server whose requests need a token with the scope `read`, and whose tool `change` needs `write` too. */
export async function startGuardedServer(authorizationServer: () => AuthorizationServer): Promise<GuardedServer> {
  const handler = toNodeHandler(createMcpHandler(serverOfTwoTools));
  const http = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => http.once("listening", resolve));
  const origin = addressOf(http);
  const url = `${origin}/mcp`;
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const seen: IncomingMessage["headers"][] = [];
  const server: GuardedServer = {
    url,
    seen,
    redirect: undefined,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      const document = { resource: url, authorization_servers: [authorizationServer().url], scopes_supported: ["read", "write"] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
      return;
    }
    seen.push(request.headers);
    if (server.redirect !== undefined) {
      response.writeHead(307, { location: server.redirect }).end();
      return;
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const known = token === undefined ? undefined : await authorizationServer().find(token);
    const refuse = (status: number, more: string) =>
      response.writeHead(status, { "www-authenticate": `Bearer ${more}, resource_metadata="${metadata}"` }).end();
    if (known === undefined || known.aud !== url) refuse(401, 'scope="read"');
    else {
      const body: unknown = request.method === "POST" ? await bodyOf(request) : undefined;
      const { method, params } = Object(body);
      const needs = method === "tools/call" && params.name === "change" ? "write" : "read";
      if (!known.scope?.split(" ").includes(needs)) refuse(403, `error="insufficient_scope", scope="${needs}"`);
      else await handler(request as NodeIncomingMessageLike, response, body);
    }
  };
  http.on("request", (request, response) => void answer(request, response));
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return JSON.parse(body);
}

function serverOfTwoTools(): Server {
  const server = new Server({ name: "guarded", version: "1.0.0" });
  server.registerCapabilities({ tools: {} });
  const names = ["look", "change"];
  server.setRequestHandler("tools/list", () => ({ tools: names.map((name) => ({ name, inputSchema: { type: "object" as const } })) }));
  server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: `${params.name} is done` }] }));
  return server;
}
