import type { Readable } from "node:stream";
import { EnvHttpProxyAgent } from "undici";
import type { PreparedRequest } from "../../contract/http-request.js";
import { guardedLookup, type Resolve } from "./guarded-lookup.js";
import type { Allowed } from "./private-address.js";

/** A server's response, whose body has not been read yet. Names of headers are in lower case. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable;
}

export interface ConnectionOptions {
  readonly allowed: Allowed;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly resolve?: Resolve | undefined;
}

/** The connections of one call. They are closed with it, so that no other call shares them. */
export interface Connections {
  request(message: RequestMessage, signal: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

export interface RequestMessage {
  readonly method: string;
  readonly url: URL;
  readonly headers: PreparedRequest["headers"];
  readonly body: string | undefined;
}

/**
 * The adapter of undici. `guardedLookup` resolves names. If `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (in upper or
 * lower case) send a request through a proxy, the proxy resolves them.
 */
export function openConnections({ allowed, env, timeoutMs, resolve }: ConnectionOptions): Connections {
  const agent = agentOf(env, {
    connect: { lookup: guardedLookup(allowed, resolve), timeout: timeoutMs },
    // The time limit is that of the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async request({ method, url, headers, body }, signal) {
      const { origin, pathname, search } = url;
      const sent = { origin, path: pathname + search, method: method as "GET", headers, body: body ?? null, signal };
      const { statusCode, headers: answered, body: stream } = await agent.request(sent);
      return { status: statusCode, headers: answered, body: stream };
    },
    close: () => agent.destroy(),
  };
}

/** Every variable is passed, also an empty one: undici would read a missing one from this process's environment. */
function agentOf(env: ConnectionOptions["env"], options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent {
  const variable = (name: string) => env[name.toLowerCase()] ?? env[name] ?? "";
  const [httpProxy, httpsProxy, noProxy] = [variable("HTTP_PROXY"), variable("HTTPS_PROXY"), variable("NO_PROXY")];
  try {
    return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy });
  } catch (error) {
    throw new Error("the proxy that HTTP_PROXY or HTTPS_PROXY names is not the address of a proxy", { cause: error });
  }
}
