import {
  auth,
  type ClientAuthMethod,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  selectClientAuthMethod,
} from "@modelcontextprotocol/client";
import { authFetch, endLoginAtRefusals, LoginFailure } from "./auth-fetch.js";
import { LoginProvider } from "./login/login-provider.js";
import { clientInformation, withTokens } from "./login/refresh-login.js";
import { isSecure, type McpOAuthSettings } from "./mcp-connection.js";
import { type StoredLogin, serverKey } from "./stored-login.js";

export interface LoginRequest {
  readonly server: URL;
  /** Sent to the server's own origin only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly oauth: McpOAuthSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redirectUrl: string;
  /** The value that the redirect must repeat. */
  readonly state: string;
  /** Called with the address at which the user logs in. Resolves to the parameters of the redirect. */
  readonly askUser: (address: URL) => Promise<URLSearchParams>;
  readonly signal: AbortSignal;
}

/** Logs a user in at a server: the SDK's authorization code flow with PKCE. Rejects if the user or a server refuses. */
export async function logIn(request: LoginRequest): Promise<StoredLogin> {
  const { server, headers, oauth, signal } = request;
  const fetchFn = endLoginAtRefusals(authFetch({ server, headers, signal }));
  const challenge = await readChallenge(server, fetchFn);
  if (!challenge.isAsked && !(await hasAuthorizationServer(server, fetchFn)))
    throw new LoginFailure("It doesn't ask for a login, and names no authorization server.");
  const provider = new LoginProvider(request, checkAuthorizationServer);
  const scope = oauth.scopes?.join(" ") ?? challenge.scope;
  await auth(provider, {
    serverUrl: server,
    fetchFn,
    ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
  });
  const address = provider.authorizationUrl;
  if (address === undefined) throw new LoginFailure("Its authorization server names no address at which a user logs in.");
  if (!isSecure(address, server)) throw new LoginFailure(`Its authorization server's address is not https: ${address.origin}.`);
  const answer = await request.askUser(address);
  await new StreamableHTTPClientTransport(server, { authProvider: provider, fetch: fetchFn }).finishAuth(answer);
  return stored(provider, server, address.searchParams.get("scope") ?? undefined);
}

type Fetch = ReturnType<typeof authFetch>;

async function hasAuthorizationServer(server: URL, fetchFn: Fetch): Promise<boolean> {
  const { resourceMetadata, authorizationServerMetadata } = await discoverOAuthServerInfo(server, { fetchFn });
  return resourceMetadata !== undefined || authorizationServerMetadata !== undefined;
}

/** MCP requires PKCE; metadata that doesn't name it belongs to a server without it. */
function checkAuthorizationServer({ authorizationServerMetadata }: OAuthDiscoveryState): void {
  if (authorizationServerMetadata !== undefined && !authorizationServerMetadata.code_challenge_methods_supported?.includes("S256"))
    throw new LoginFailure("Its authorization server doesn't support PKCE with S256, which MCP requires.");
}

function stored(provider: LoginProvider, server: URL, askedScope: string | undefined): StoredLogin {
  const { tokens, client, discovered, resource } = provider.results();
  const metadata = discovered.authorizationServerMetadata;
  const revocation: unknown = Object(metadata).revocation_endpoint;
  return withTokens(
    {
      server: serverKey(server),
      issuer: metadata?.issuer ?? discovered.authorizationServerUrl,
      tokenEndpoint: metadata?.token_endpoint ?? new URL("/token", discovered.authorizationServerUrl).href,
      authMethods: metadata?.token_endpoint_auth_methods_supported ?? [],
      ...(typeof revocation === "string" && { revocationEndpoint: revocation }),
      client,
      ...(resource !== undefined && { resource }),
      // An answer without a scope grants what was asked for (RFC 6749, 5.1).
      ...(askedScope !== undefined && { scope: askedScope }),
    },
    tokens,
  );
}

/** The answer of a server to a request without a token. */
interface LoginChallenge {
  /** True if it answers 401. */
  readonly isAsked: boolean;
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "toolgen", version: "0" } },
};

/** Sends a server the first message of a connection, as Streamable HTTP does and then as server-sent events do. */
async function readChallenge(server: URL, fetchFn: (url: URL, init: RequestInit) => Promise<Response>): Promise<LoginChallenge> {
  const requests: readonly RequestInit[] = [
    {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(initialize),
    },
    { method: "GET", headers: { accept: "text/event-stream" } },
  ];
  for (const request of requests) {
    const response = await fetchFn(server, { ...request, redirect: "manual" });
    await response.body?.cancel();
    if (response.status !== 401) continue;
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    return { isAsked: true, ...(scope !== undefined && { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) };
  }
  return { isAsked: false };
}

const limitMs = 10_000;

/**
 * Asks the authorization server to end a login (RFC 7009): the refresh token, with which its access tokens end, or else
 * the access token. Returns false if it offers no revocation. Rejects if it refuses or can't be reached.
 */
export async function revokeLogin(login: StoredLogin, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { revocationEndpoint, refreshToken, accessToken, authMethods } = login;
  if (revocationEndpoint === undefined) return false;
  const client = clientInformation(login.client, env);
  const form = new URLSearchParams({
    token: refreshToken ?? accessToken,
    token_type_hint: refreshToken === undefined ? "access_token" : "refresh_token",
  });
  const headers = authenticate(form, client, selectClientAuthMethod(client, [...authMethods]));
  const fetchFn = authFetch({ server: new URL(login.server), signal: AbortSignal.timeout(limitMs) });
  const response = await fetchFn(revocationEndpoint, { method: "POST", headers, body: form, redirect: "manual" });
  await response.body?.cancel();
  if (!response.ok) throw new LoginFailure(`the authorization server answered with the HTTP status ${response.status}.`);
  return true;
}

function authenticate(
  form: URLSearchParams,
  client: ReturnType<typeof clientInformation>,
  method: ClientAuthMethod,
): Readonly<Record<string, string>> {
  const { client_id, client_secret = "" } = client;
  if (method === "client_secret_basic")
    return {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString("base64")}`,
    };
  form.set("client_id", client_id);
  if (method === "client_secret_post") form.set("client_secret", client_secret);
  return {};
}
