import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";

type GeneratedKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

/** A key pair of an issuer. */
export interface IssuerKey {
  readonly kid: string;
  readonly privateKey: GeneratedKey;
  readonly jwk: object;
}

export async function newKey(kid: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
}

export interface TokenParts {
  readonly claims?: JWTPayload;
  readonly key?: IssuerKey;
  readonly expires?: number | string;
  /** The header `typ`. */
  readonly type?: string;
}

/** An authorization server on loopback that ends with the test. It gives out tokens for client credentials. */
export interface Issuer {
  readonly url: string;
  readonly audience: string;
  /** The keys that it publishes. */
  keys: readonly IssuerKey[];
  /** The status of its answers; 200 as long as it works. */
  status: number;
  /** The paths that were asked for, in order. */
  readonly requests: string[];
  /** A token of its first key, for the audience, which names alice, unless told otherwise. */
  token(parts?: TokenParts): Promise<string>;
}

export async function startIssuer({ audience }: { readonly audience: string }): Promise<Issuer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", issuer.url);
    requests.push(pathname);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (issuer.status !== 200) answer(issuer.status, {});
    else if (pathname === "/.well-known/oauth-authorization-server") answer(200, metadata(issuer.url));
    else if (pathname === "/keys") answer(200, { keys: issuer.keys.map(({ jwk }) => jwk) });
    else if (pathname === "/token") {
      const asked = new URLSearchParams(await text(request));
      // A code here is the scope that the user has agreed to.
      const scope = asked.get("code") ?? asked.get("scope") ?? "";
      answer(200, { access_token: await issuer.token({ claims: { scope } }), token_type: "Bearer", expires_in: 60, scope });
    } else answer(404, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const first = await newKey("first");
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    audience,
    keys: [first],
    status: 200,
    requests,
    token: ({ claims = {}, key = first, expires = "5m", type = "at+jwt" } = {}) =>
      new SignJWT({ iss: issuer.url, aud: audience, sub: "alice", ...claims })
        .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: type })
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key.privateKey),
  };
  return issuer;
}

const metadata = (url: string) => ({
  issuer: url,
  jwks_uri: `${url}/keys`,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "client_credentials"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
  code_challenge_methods_supported: ["S256"],
});
