import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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
export interface Seen {
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
export const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
