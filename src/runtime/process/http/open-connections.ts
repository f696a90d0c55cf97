import type { ConnectionOptions, Connections } from "./connections.js";
import { directConnections } from "./direct-connections.js";
import { loadProxied } from "./load-proxied.js";
import { namesProxy, proxySettings } from "./proxy-settings.js";

/**
 * Opens the connections of a call: by Node's own client, and by undici, which takes four times as long to load, if the
 * environment names a proxy. Both send the same requests and report the same failures.
 */
export async function openConnections(options: ConnectionOptions): Promise<Connections> {
  const settings = proxySettings(options.env);
  return namesProxy(settings) ? loadProxied(options, settings) : directConnections(options);
}
