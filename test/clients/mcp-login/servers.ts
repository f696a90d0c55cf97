import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";

/** The part of oidc-provider that these tests use. It has no types of its own. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, how: object): Promise<void>;
  readonly AccessToken: { find(token: string): Promise<StoredToken | undefined> };
  readonly RefreshToken: { find(token: string): Promise<{ destroy(): Promise<void> } | undefined> };
  readonly Grant: new (
    of: object,
  ) => { addResourceScope(resource: string, scope: string): void; addOIDCScope(scope: string): void; save(): Promise<string> };
}

interface Interaction {
  readonly prompt: { readonly name: string };
  readonly params: { readonly client_id: string; readonly resource?: string; readonly scope?: string };
  readonly session?: { readonly accountId: string };
}

interface StoredToken {
  readonly scope?: string;
  readonly aud?: string;
}

/** A request to a path of the authorization server. */
interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

export interface AuthorizationServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How its user answers the question for consent. */
  consent: "grant" | "deny";
  /** Requests for tokens are answered after this. */
  hold: Promise<unknown> | undefined;
  find(token: string): Promise<StoredToken | undefined>;
  revoke(refreshToken: string): Promise<void>;
  close(): void;
}

const scopes = ["read", "write"];

/** Starts the real authorization server, whose user has one account and answers at once. */
export async function startAuthorizationServer(resource: () => string, clients: readonly object[] = []): Promise<AuthorizationServer> {
  const http = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => http.once("listening", resolve));
  const url = addressOf(http);
  const { default: OidcProvider } = (await import(new URL("node_modules/oidc-provider/lib/index.js", import.meta.url).href)) as {
    readonly default: new (issuer: string, configuration: object) => Provider;
  };
  const provider = new OidcProvider(url, {
    clients,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: scopes.join(" "), audience: resource(), accessTokenTTL: 3600, accessTokenFormat: "opaque" }),
        useGrantedResource: () => true,
      },
    },
    scopes,
    cookies: { keys: ["a key of these tests"] },
    findAccount: (_context: object, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_context: object, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
  });
  const seen: Seen[] = [];
  const server: AuthorizationServer = {
    url,
    seen,
    consent: "grant",
    hold: undefined,
    find: (token) => provider.AccessToken.find(token),
    revoke: async (token) => (await provider.RefreshToken.find(token))?.destroy(),
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  const answer = provider.callback();
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    seen.push({ path, headers: request.headers });
    if (path.startsWith("/interaction/")) void interact(provider, { request, response, consent: server.consent });
    else if (path === "/token" && server.hold !== undefined) void server.hold.then(() => answer(request, response));
    else answer(request, response);
  });
  return server;
}

interface Question {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly consent: "grant" | "deny";
}

async function interact(provider: Provider, { request, response, consent }: Question): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const how = { mergeWithLastSubmission: true };
  if (consent === "deny")
    return provider.interactionFinished(request, response, { error: "access_denied", error_description: "not today" }, how);
  if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId: "me" } }, how);
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: params.client_id });
  if (params.resource !== undefined) grant.addResourceScope(params.resource, params.scope ?? "");
  grant.addOIDCScope(params.scope ?? "");
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, how);
}

/** The address of a server that listens on loopback. */
export const addressOf = (server: HttpServer): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

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

/**
 * Follows a login as a browser does, with its cookies, to the end: the page that the redirect to the program shows.
 * `onRedirect` sees the program's address first.
 */
export async function browse(address: string, onRedirect: (url: URL) => URL = (url) => url): Promise<Response> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; step < 20; step++) {
    const isProgram = url.pathname === "/callback";
    const target: URL = isProgram ? onRedirect(url) : url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response: Response = await fetch(target, { redirect: "manual", headers: isProgram ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (isProgram || location === null) return response;
    url = new URL(location, url);
  }
  throw new Error("The login redirects for ever.");
}
