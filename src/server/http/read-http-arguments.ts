import { readProtectedFile } from "../../contract/user-file.js";
import type { HttpArguments } from "../server-options.js";
import { defaultAddress, hostName, isLoopback, isWildcard, readHttpAddress } from "./http-address.js";
import type { HttpOptions, TlsFiles } from "./http-options.js";
import { type OauthRules, readOauthRules } from "./oauth-rules.js";
import { tlsFiles } from "./tls-files.js";
import { tokenFile } from "./token-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the files that arguments and the environment name. Throws with what is wrong and what to do, in a sentence. */
export function readHttpArguments(
  args: HttpArguments,
  env: Environment,
): Pick<HttpOptions, "address" | "allowedHosts" | "tls" | "tokens" | "hasSessions" | "key"> & {
  readonly oauth?: OauthRules;
  /** The address of the Redis that replicas share, and their key. */
  readonly redis?: { readonly url: string; readonly key: Uint8Array };
} {
  const { http, allowHost = [], tokens, sessions = false } = args;
  const oauth = readOauthRules(args, env);
  if (oauth !== undefined && tokens !== undefined)
    throw new Error("--tokens and --oauth-issuer name callers in two ways, and one name could be two callers'. Choose one of them.");
  const address = http === true ? defaultAddress : readHttpAddress(http);
  if (address === undefined) throw new Error(`'${http}' is not an address. Write --http HOST:PORT, for example --http 127.0.0.1:8848.`);
  const { host } = address;
  const wrong = allowHost.find((name) => hostName(name) === undefined);
  if (wrong !== undefined) throw new Error(`'${wrong}' is not a host name. Write it without a port: --allow-host tools.example`);
  if (!isLoopback(host) && tokens === undefined && oauth === undefined)
    throw new Error(
      `other machines reach ${host}, so callers must authenticate. Add --tokens FILE or --oauth-issuer URL, or listen on 127.0.0.1.`,
    );
  const allowedHosts = oauth === undefined ? allowHost : [...allowHost, new URL(oauth.resource).hostname];
  if (isWildcard(host) && allowedHosts.length === 0)
    throw new Error(`clients don't reach a server by ${host}. Add --allow-host NAME, with the name that they use.`);
  const tls = readTls(args);
  const key = readStateKey(env);
  const redis = readRedis(env, key);
  return {
    address,
    allowedHosts,
    hasSessions: sessions,
    ...(tls && { tls }),
    ...(key && { key }),
    ...(redis && { redis }),
    ...(tokens !== undefined && { tokens: tokenFile(tokens) }),
    ...(oauth && { oauth }),
  };
}

function readTls({ tlsCert, tlsKey }: HttpArguments): TlsFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw new Error("TLS needs both --tls-cert FILE and --tls-key FILE.");
  return tlsFiles({ cert: tlsCert, key: tlsKey });
}

/** The address of TOOLGEN_REDIS. Without a key of their own, replicas know none of each other's questions. */
function readRedis({ TOOLGEN_REDIS: url }: Environment, key: Uint8Array | undefined): { url: string; key: Uint8Array } | undefined {
  if (url === undefined) return undefined;
  if (url.trim() === "") throw new Error("TOOLGEN_REDIS is empty. Set it, or remove it.");
  // The address may have a password in it.
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw new Error("TOOLGEN_REDIS is not an address such as redis://127.0.0.1:6379, or rediss:// with TLS.");
  if (key === undefined)
    throw new Error("TOOLGEN_REDIS is for replicas, which need the same key too: set TOOLGEN_STATE_KEY or TOOLGEN_STATE_KEY_FILE.");
  return { url, key };
}

const leastKeyBytes = 32;

/**
 * The key by which replicas take each other's questions: the text of TOOLGEN_STATE_KEY, or of the file that
 * TOOLGEN_STATE_KEY_FILE names.
 */
function readStateKey({ TOOLGEN_STATE_KEY: text, TOOLGEN_STATE_KEY_FILE: file }: Environment): Buffer | undefined {
  const key = text ?? (file === undefined ? undefined : readProtectedFile(file, "nothing").toString("utf8").trim());
  if (key === undefined) return undefined;
  const bytes = Buffer.from(key);
  if (bytes.length < leastKeyBytes)
    throw new Error(`the state key has ${bytes.length} bytes and needs at least ${leastKeyBytes}. Make one: openssl rand -base64 32`);
  return bytes;
}
