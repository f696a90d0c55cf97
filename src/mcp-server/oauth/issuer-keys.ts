import { createRemoteJWKSet, customFetch } from "jose";
import { fetchJson } from "./fetch-json.js";
import { findKeysUrl } from "./find-keys-url.js";
import type { JwtRules } from "./jwt-rules.js";

/** Thrown if the issuer's keys can't be read: nothing is known about the token then. */
export class KeysUnavailable extends Error {
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

/** If the issuer doesn't answer, the last keys are used for at most this time. What is passed on is cached by then. */
const maxStaleMs = 3_600_000;

type Keys = { readonly keys: readonly object[] };

/** The public keys of an issuer, cached. Rejects with `KeysUnavailable` if there are none. */
export function issuerKeys({ issuer, jwks, log }: Pick<JwtRules, "issuer" | "jwks" | "log">) {
  let url = jwks;
  let last: { readonly keys: Keys; readonly at: number } | undefined;
  let failed: { readonly at: number } | undefined;
  const read = async (): Promise<Keys> => {
    url ??= await findKeysUrl(issuer);
    const keys = await fetchJson(url);
    if (!isKeys(keys)) throw new Error(`${url} is not a set of keys`);
    return keys;
  };
  const cached = async (): Promise<Keys> => {
    if (failed === undefined || Date.now() - failed.at >= failureMs)
      try {
        last = { keys: await read(), at: Date.now() };
        failed = undefined;
      } catch (error) {
        log(`the keys of ${issuer} can't be read: ${error instanceof Error ? error.message : String(error)}`);
        failed = { at: Date.now() };
      }
    if (last === undefined || Date.now() - last.at >= maxStaleMs - maxAgeMs) throw new KeysUnavailable();
    return last.keys;
  };
  // Its own request is replaced, so the address is not used.
  const keys = createRemoteJWKSet(new URL(issuer), {
    cacheMaxAge: maxAgeMs,
    cooldownDuration: unknownKeyMs,
    [customFetch]: async () => Response.json(await cached()),
  });
  // So that a wrong address is in the log before the first call.
  keys.reload().catch(() => {});
  return keys;
}

function isKeys(value: unknown): value is Keys {
  return typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);
}
