import type { StoredLogin } from "../../runtime/registry/mcp/login/stored-login.js";

/** The facts of a login that may be shown: everything but its tokens and secrets. */
export interface LoginFacts {
  readonly server: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string | null;
  /** When the access token expires, as an ISO date. */
  readonly expiresAt: string | null;
  /** True if an expired access token is replaced without the user. */
  readonly canRefresh: boolean;
  readonly file: string;
}

/** Returns the facts of a login, for `--json`. */
export const loginFacts = ({ server, issuer, client, scope, expiresAt, refreshToken }: StoredLogin, file: string): LoginFacts => ({
  server,
  issuer,
  clientId: client.id,
  scope: scope ?? null,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  canRefresh: refreshToken !== undefined,
  file,
});

/** Returns a line about a login, for people. */
export function describeLogin({ server, issuer, scope, expiresAt, refreshToken }: StoredLogin): string {
  const words = [`by ${issuer}`, scope && `scope ${scope}`, stateOf(expiresAt, refreshToken !== undefined)];
  return `${server} (${words.filter((one) => one).join("; ")})`;
}

function stateOf(expiresAt: number | undefined, canRefresh: boolean): string {
  if (canRefresh) return "refreshed when needed";
  if (expiresAt === undefined) return "does not say when it expires";
  return expiresAt < Date.now() ? "expired" : `until ${new Date(expiresAt).toISOString()}`;
}
