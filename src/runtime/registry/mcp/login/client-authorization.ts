import { auth, ClientCredentialsProvider, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import { authFetch } from "./auth-fetch.js";
import { endingAtRefusals } from "./ending-at-refusals.js";
import { loginProblem } from "./login-problem.js";
import { LoginRequired, type LoginSubject } from "./login-required.js";

/** The time for all requests that get a token. In milliseconds. */
const limitMs = 20_000;

/** A token that expires during a request is as good as expired. In milliseconds. */
const marginMs = 10_000;

interface ClientToken {
  readonly value: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Returns the authorization by a client of its own, without a user (`client_credentials`). Its tokens stay in memory.
 * Its secret is sent to the authorization server of the settings alone, whatever the MCP server names.
 */
export function clientAuthorization(subject: LoginSubject, env: Readonly<Record<string, string | undefined>>) {
  let pending: Promise<ClientToken> | undefined;
  let challenge: ReturnType<typeof extractWWWAuthenticateParams> = {};
  const renew = () => {
    const work = requestToken(subject, env, challenge);
    pending = work;
    work.catch(() => {
      pending = undefined;
    });
    return work;
  };
  return {
    token: async (): Promise<string | undefined> => {
      // The first request has no token: the refusal says where the server's metadata is.
      const token = await pending;
      if (token === undefined) return undefined;
      return Date.now() + marginMs < token.expiresAt ? token.value : (await renew()).value;
    },
    onUnauthorized: async ({ response }: { readonly response: Response }): Promise<void> => {
      challenge = extractWWWAuthenticateParams(response);
      await renew();
    },
  };
}

async function requestToken(
  { url, oauth = {} }: LoginSubject,
  env: Readonly<Record<string, string | undefined>>,
  { scope: asked, resourceMetadataUrl }: ReturnType<typeof extractWWWAuthenticateParams>,
): Promise<ClientToken> {
  const { clientId, clientSecretEnv, issuer, scopes } = oauth;
  if (clientId === undefined || clientSecretEnv === undefined || issuer === undefined)
    throw new LoginRequired("Its grant client_credentials needs clientId, clientSecretEnv and issuer in the oauth of its settings.");
  const clientSecret = env[clientSecretEnv];
  if (!clientSecret) throw new LoginRequired(`The variable ${clientSecretEnv}, which has the secret of its OAuth client, is not set.`);
  const scope = scopes?.join(" ") ?? asked;
  const provider = new ClientCredentialsProvider({ clientId, clientSecret, clientName: "toolgen", expectedIssuer: issuer });
  const server = new URL(url);
  try {
    await auth(provider, {
      serverUrl: server,
      fetchFn: endingAtRefusals(authFetch({ server, signal: AbortSignal.timeout(limitMs) })),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    });
  } catch (error) {
    throw new LoginRequired(`Its client gets no token: ${loginProblem(error)}`);
  }
  const tokens = provider.tokens();
  if (tokens === undefined) throw new LoginRequired("Its client gets no token.");
  const { access_token: value, expires_in: seconds = Number.POSITIVE_INFINITY } = tokens;
  return { value, expiresAt: Date.now() + seconds * 1000 };
}
