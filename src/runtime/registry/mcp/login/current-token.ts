import type { LoginSubject } from "./login-required.js";
import { readLogin } from "./login-storage.js";
import { serverKey } from "./stored-login.js";

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
  const { refreshLogin } = await import("./refresh-login.js");
  return (await refreshLogin({ ...request, used })).accessToken;
}
