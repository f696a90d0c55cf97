import { type ClientAuthMethod, selectClientAuthMethod } from "@modelcontextprotocol/client";
import { authFetch } from "./auth-fetch.js";
import { LoginFailure } from "./login-problem.js";
import { clientInformation } from "./refresh-login.js";
import type { StoredLogin } from "./stored-login.js";

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
