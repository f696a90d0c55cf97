import { existsSync } from "node:fs";
import { auth, ClientCredentialsProvider, extractWWWAuthenticateParams, PrivateKeyJwtProvider } from "@modelcontextprotocol/client";
import { authFetch, endLoginAtRefusals, loginProblem } from "../auth-fetch.js";
import type { McpOAuthSettings } from "../mcp-connection.js";
import { loginFile } from "../stored-login.js";
import { readClientSecret, readSigningKey } from "./client-secret.js";
import { LoginRequired, type LoginSubject, loginRequired } from "./login-required.js";

/** The time for all requests that get a token. In milliseconds. */
const limitMs = 20_000;

/** A token that expires during a request is as good as expired, so it is replaced before. At most, in milliseconds. */
const mostMarginMs = 10_000;

interface ClientToken {
  readonly value: string;
  /** When another one replaces it, before it expires. In milliseconds since 1970. */
  readonly renewAt: number;
}

/**
 * Returns the authorization by a client of its own, without a user (`client_credentials`). Its tokens stay in memory.
 * Its secret, or what it signs, is sent to the authorization server of the settings alone, whatever the MCP server
 * names.
 */
function clientAuthorization(subject: LoginSubject, env: Readonly<Record<string, string | undefined>>) {
  let token: ClientToken | undefined;
  let renewal: Promise<ClientToken> | undefined;
  let challenge: ReturnType<typeof extractWWWAuthenticateParams> = {};
  // Requests that are refused at the same time get one token.
  const renew = (): Promise<ClientToken> => {
    renewal ??= requestToken(subject, env, challenge)
      .then((renewed) => {
        token = renewed;
        return renewed;
      })
      .catch((error) => {
        token = undefined;
        throw error;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  return {
    token: async (): Promise<string | undefined> => {
      // The first request has no token: the refusal says where the server's metadata is.
      const current = renewal === undefined ? token : await renewal;
      if (current === undefined) return undefined;
      return Date.now() < current.renewAt ? current.value : (await renew()).value;
    },
    onUnauthorized: async ({ response }: { readonly response: Response }): Promise<void> => {
      challenge = extractWWWAuthenticateParams(response);
      await renew();
    },
  };
}

/** Returns the client, which has one of a secret in a variable, a secret in a file, and a private key. */
function providerOf(oauth: McpOAuthSettings, env: Readonly<Record<string, string | undefined>>) {
  const { clientId, clientSecretEnv, clientSecretFile, privateKeyFile, algorithm, issuer } = oauth;
  const hasOne = [clientSecretEnv, clientSecretFile, privateKeyFile].filter((one) => one !== undefined).length === 1;
  if (clientId === undefined || issuer === undefined || !hasOne)
    throw new LoginRequired(
      "Its grant client_credentials needs clientId, issuer, and one of clientSecretEnv, clientSecretFile and privateKeyFile in the oauth of its settings.",
    );
  const client = { clientId, clientName: "toolgen", expectedIssuer: issuer };
  try {
    if (privateKeyFile !== undefined) return new PrivateKeyJwtProvider({ ...client, ...readSigningKey(privateKeyFile, algorithm) });
    const clientSecret = readClientSecret({ secretEnv: clientSecretEnv, secretFile: clientSecretFile }, env) ?? "";
    return new ClientCredentialsProvider({ ...client, clientSecret });
  } catch (error) {
    throw new LoginRequired(loginProblem(error));
  }
}

async function requestToken(
  { url, oauth = {} }: LoginSubject,
  env: Readonly<Record<string, string | undefined>>,
  { scope: requestedScope, resourceMetadataUrl }: ReturnType<typeof extractWWWAuthenticateParams>,
): Promise<ClientToken> {
  const provider = providerOf(oauth, env);
  const scope = oauth.scopes?.join(" ") ?? requestedScope;
  const server = new URL(url);
  try {
    await auth(provider, {
      serverUrl: server,
      fetchFn: endLoginAtRefusals(authFetch({ server, signal: AbortSignal.timeout(limitMs) })),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    });
  } catch (error) {
    throw new LoginRequired(`Its client gets no token: ${loginProblem(error)}`);
  }
  const tokens = provider.tokens();
  if (tokens === undefined) throw new LoginRequired("Its client gets no token.");
  const { access_token: value, expires_in: seconds = Number.POSITIVE_INFINITY } = tokens;
  const lifetimeMs = seconds * 1000;
  return { value, renewAt: Date.now() + Math.max(lifetimeMs - mostMarginMs, lifetimeMs / 2) };
}

/** The part of an SDK transport's authorization that toolgen provides. */
interface StoredAuthorization {
  /** Called before each request. */
  token(): Promise<string | undefined>;
  /** Called when a server answers 401; resolves if a second attempt can succeed. */
  onUnauthorized(context: { readonly response: Response }): Promise<void>;
}

/**
 * Returns the authorization by the user's login at a server, or by a client of its own. A login is read for each
 * request, so one that is made while a program runs counts. What reads and refreshes logins is loaded only if there is
 * a file.
 */
export function storedAuthorization(subject: LoginSubject, env: Readonly<Record<string, string | undefined>>): StoredAuthorization {
  if (subject.oauth?.grant === "client_credentials") return clientAuthorization(subject, env);
  const file = loginFile(subject.url, env);
  /** The token of the last request. Others may run at the same time, so it stays until there is another one. */
  let used: string | undefined;
  const readToken = async () => {
    if (file === undefined || !existsSync(file)) return undefined;
    const { currentToken } = await import("./refresh-login.js");
    return currentToken({ ...subject, file, env });
  };
  return {
    token: async () => {
      const token = await readToken();
      used = token;
      return token;
    },
    onUnauthorized: async ({ response }) => {
      const scope = /\bscope="([^"]*)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1];
      if (file === undefined || used === undefined) throw loginRequired("It requires a login.", subject, scope);
      const { refreshLogin } = await import("./refresh-login.js");
      await refreshLogin({ ...subject, file, env, used });
    },
  };
}
