import { auth, discoverOAuthServerInfo, type OAuthDiscoveryState, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { McpOAuthSettings } from "../mcp-server-settings.js";
import { authFetch, isSecure } from "./auth-fetch.js";
import { endLoginAtRefusals } from "./end-login-at-refusals.js";
import { LoginFailure } from "./login-problem.js";
import { LoginProvider } from "./login-provider.js";
import { readChallenge } from "./read-challenge.js";
import { withTokens } from "./refresh-login.js";
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
