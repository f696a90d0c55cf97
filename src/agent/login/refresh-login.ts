import { OAuthError, refreshAuthorization } from "@modelcontextprotocol/client";
import { authFetch, loginProblem } from "../auth-fetch.js";
import { type LoginClient, readLogin, removeLogin, type StoredLogin, serverKey, withLoginLock, writeLogin } from "../stored-login.js";
import { readClientSecret } from "./client-secret.js";
import { type LoginSubject, loginRequired } from "./login-required.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface RefreshRequest extends LoginSubject {
  readonly file: string;
  readonly env: Environment;
  /** The access token that no longer works. */
  readonly used: string;
}

/** Shorter than a lock may be held. */
const limitMs = 20_000;

/** The refreshes that run in this process, by file. */
const running = new Map<string, Promise<StoredLogin>>();

/**
 * Returns a login with another access token than the one that was used. A refresh token may work only once, so one
 * process refreshes at a time, and the others use its result.
 */
export function refreshLogin(request: RefreshRequest): Promise<StoredLogin> {
  const shared = running.get(request.file);
  if (shared !== undefined) return shared;
  const work = refreshOnce(request).finally(() => running.delete(request.file));
  running.set(request.file, work);
  return work;
}

async function refreshOnce(request: RefreshRequest): Promise<StoredLogin> {
  const { file, used } = request;
  return withLoginLock(file, AbortSignal.timeout(2 * limitMs), async () => {
    const login = readLogin(file);
    if (login === undefined) throw loginRequired("It requires a login.", request);
    if (login.accessToken !== used) return login;
    const refreshed = await exchange(login, request);
    writeLogin(file, refreshed);
    return refreshed;
  });
}

/** The SDK's request goes to the endpoint that was found at the login, wherever the server points now. */
async function exchange(login: StoredLogin, { file, env, ...subject }: RefreshRequest): Promise<StoredLogin> {
  const { refreshToken, issuer, tokenEndpoint, authMethods, resource } = login;
  if (refreshToken === undefined) throw loginRequired("Its login has expired.", subject);
  try {
    const tokens = await refreshAuthorization(issuer, {
      metadata: {
        issuer,
        token_endpoint: tokenEndpoint,
        authorization_endpoint: tokenEndpoint,
        response_types_supported: ["code"],
        token_endpoint_auth_methods_supported: [...authMethods],
      },
      clientInformation: clientInformation(login.client, env),
      refreshToken,
      ...(resource !== undefined && { resource: resource as unknown as URL }),
      fetchFn: authFetch({ server: new URL(login.server), signal: AbortSignal.timeout(limitMs) }),
    });
    return withTokens(login, tokens);
  } catch (error) {
    const code = error instanceof OAuthError ? error.code : undefined;
    if (code === "invalid_grant") removeLogin(file);
    if (code === "invalid_grant" || code === "invalid_client" || code === "unauthorized_client")
      throw loginRequired(`Its login has expired or was revoked (${code}).`, subject);
    throw new Error(`Its login can't be refreshed: ${loginProblem(error)}`);
  }
}

/** The tokens of an answer of a token endpoint. */
export interface GrantedTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
}

/** Returns a login with new tokens. What an answer leaves out stays as it was. */
export function withTokens<T extends Omit<StoredLogin, "accessToken">>(login: T, tokens: GrantedTokens): T & StoredLogin {
  const { expiresAt: _, ...rest } = login;
  return {
    ...(rest as T),
    accessToken: tokens.access_token,
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
    ...(tokens.scope !== undefined && { scope: tokens.scope }),
    ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
  };
}

/** The client as the SDK takes it. Throws if its secret can't be read. */
export function clientInformation({ id, secret, secretEnv, secretFile, authMethod }: LoginClient, env: Environment) {
  const value = readClientSecret({ secretEnv, secretFile }, env) ?? secret;
  return {
    client_id: id,
    ...(value !== undefined && { client_secret: value }),
    ...(authMethod !== undefined && { token_endpoint_auth_method: authMethod }),
  };
}

interface TokenRequest extends LoginSubject {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A token that expires during a request is as good as expired. */
const marginMs = 10_000;

/** Returns the access token of a login, refreshed if it has expired; `undefined` if there is no login. */
export async function currentToken(request: TokenRequest): Promise<string | undefined> {
  const login = readLogin(request.file);
  // A file that was renamed may hold the login at another server.
  if (login === undefined || login.server !== serverKey(request.url)) return undefined;
  const { accessToken: used, expiresAt, refreshToken } = login;
  if (refreshToken === undefined || expiresAt === undefined || Date.now() + marginMs < expiresAt) return used;
  return (await refreshLogin({ ...request, used })).accessToken;
}
