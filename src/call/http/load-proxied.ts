import type { ConnectionOptions, Connections, ProxySettings } from "./private-address.js";

/** Loads the code that uses proxies. `http.cjs` loads it from `proxy.cjs` beside it. */
export async function loadProxied(options: ConnectionOptions, settings: ProxySettings): Promise<Connections> {
  const { proxiedConnections } = await import("./proxied-connections.js");
  return proxiedConnections(options, settings);
}
