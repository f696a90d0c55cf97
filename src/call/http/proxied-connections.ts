import { EnvHttpProxyAgent } from "undici";
import { type ConnectionOptions, type Connections, guardedLookup, type ProxySettings } from "./private-address.js";

/**
 * The adapter of undici. A proxy resolves the names of the requests that go through it; `guardedLookup` resolves those
 * of the requests that don't, because of `NO_PROXY`.
 */
export function proxiedConnections(
  { allowed, timeoutMs, resolve, withoutTunnel }: ConnectionOptions,
  settings: ProxySettings,
): Connections {
  const agent = agentOf(settings, {
    connect: { lookup: guardedLookup(allowed, resolve), timeout: timeoutMs },
    // The time limit is that of the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    proxyTunnel: !withoutTunnel,
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

/** Every setting is passed, also an empty one: undici would read a missing one from this process's environment. */
function agentOf({ httpProxy, httpsProxy, noProxy }: ProxySettings, options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy });
  } catch (error) {
    throw new Error("the proxy that HTTP_PROXY or HTTPS_PROXY names is not the address of a proxy", { cause: error });
  }
}
