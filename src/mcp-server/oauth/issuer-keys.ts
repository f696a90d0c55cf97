import { createRemoteJWKSet, customFetch } from "jose";
import { fetchJson } from "./fetch-json.js";
import { findKeysUrl } from "./find-keys-url.js";
import type { JwtRules } from "./jwt-rules.js";

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
