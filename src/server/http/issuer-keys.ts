import { createRemoteJWKSet, customFetch } from "jose";
import { isHttpsOrLocal } from "./http-address.js";

/** The rules that an access token must keep. */
export interface JwtRules {
  /** The claim `iss`, and where the issuer's metadata is. */
  readonly issuer: string;
  /** Must be in the claim `aud`: tokens for other servers are not accepted. */
  readonly audience: string;
  /** Where the issuer's keys are; by default its metadata says so. */
  readonly jwks?: string;
  /** By how much the clocks of issuer and server may differ. */
  readonly toleranceSeconds: number;
  /** For problems with the issuer, a line each. */
  log(line: string): void;
}

/** Thrown if the issuer's keys can't be read: nothing is known about the token then. */
export class KeysUnavailableError extends Error {
  constructor() {
    super("The keys of the token's issuer can't be read now.");
  }
}

/** Keys are read again after this time, so that a key which the issuer has withdrawn is not accepted for longer. */
const maxAgeMs = 600_000;

/** For a token with an unknown key, keys are read again, but not more often: anybody can make such tokens. */
const unknownKeyMs = 30_000;

/** After a failure, the issuer is left alone for this time. */
const failureMs = 10_000;

/** If the issuer doesn't answer, the last keys are used for at most this time. */
const maxStaleMs = 3_600_000;

/** How old keys may be when jose gets them, which then caches them itself for `maxAgeMs`. */
const maxPassedOnMs = maxStaleMs - maxAgeMs;

type KeySet = { readonly keys: readonly object[] };

/** The public keys of an issuer, cached. Rejects with `KeysUnavailable` if there are none. */
export function issuerKeys({ issuer, jwks, log }: Pick<JwtRules, "issuer" | "jwks" | "log">) {
  let url = jwks;
  let last: { readonly keySet: KeySet; readonly at: number } | undefined;
  let failed: { readonly at: number } | undefined;
  const read = async (): Promise<KeySet> => {
    url ??= await findKeysUrl(issuer);
    const keySet = await fetchJson(url);
    if (!isKeySet(keySet)) throw new Error(`${url} is not a set of keys`);
    return keySet;
  };
  const cached = async (): Promise<KeySet> => {
    if (failed === undefined || Date.now() - failed.at >= failureMs)
      try {
        last = { keySet: await read(), at: Date.now() };
        failed = undefined;
      } catch (error) {
        log(`the keys of ${issuer} can't be read: ${error instanceof Error ? error.message : String(error)}`);
        failed = { at: Date.now() };
      }
    if (last === undefined || Date.now() - last.at >= maxPassedOnMs) throw new KeysUnavailableError();
    return last.keySet;
  };
  // Its own request is replaced, so the address is not used.
  const remoteKeys = createRemoteJWKSet(new URL(issuer), {
    cacheMaxAge: maxAgeMs,
    cooldownDuration: unknownKeyMs,
    [customFetch]: async () => Response.json(await cached()),
  });
  // So that a wrong address is in the log before the first call.
  remoteKeys.reload().catch(() => {});
  return remoteKeys;
}

function isKeySet(value: unknown): value is KeySet {
  return typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);
}

/** Returns the address of an issuer's keys, as its metadata says (RFC 8414, or OpenID Connect Discovery). */
async function findKeysUrl(issuer: string): Promise<string> {
  const problems: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const metadata = await fetchJson(url).catch(
      (error: unknown) => void problems.push(String(error instanceof Error ? error.message : error)),
    );
    if (typeof metadata !== "object" || metadata === null) continue;
    const { issuer: named, jwks_uri: keys } = metadata as Readonly<Record<string, unknown>>;
    // Another issuer's metadata, which a redirected or shared address may give, would bring that issuer's keys.
    if (named !== issuer) problems.push(`${url} is the metadata of ${JSON.stringify(named)}`);
    else if (typeof keys !== "string" || !isHttpsOrLocal(keys)) problems.push(`${url} names no jwks_uri with https`);
    else return keys;
  }
  throw new Error(problems.join("; "));
}

/** With a path, OpenID Connect appends the well-known part, and OAuth inserts it before the path. */
function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const found = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(found)];
}

const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Reads a small JSON document of the issuer. Rejects for redirects, and for any status but 200. */
async function fetchJson(url: string): Promise<unknown> {
  const headers = { accept: "application/json, application/jwk-set+json" };
  const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new Error(`${url} does not answer (${cause instanceof Error ? cause.message : String(cause)})`);
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answers with status ${response.status}`);
  }
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) throw new Error(`${url} answers with more than 1 MiB`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} does not answer with JSON`);
  }
}
