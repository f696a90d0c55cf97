import { limitedFetch } from "../limited-fetch.js";

export interface AuthFetchOptions {
  /** The MCP server. */
  readonly server: URL;
  /** The headers of its settings, which go to its own origin only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

/**
 * The `fetch` of a login and a refresh. A server names the addresses, so plain HTTP is refused, which services of a
 * network's inside speak. Only a server on loopback may use an authorization server there.
 */
export const authFetch =
  ({ server, headers, signal }: AuthFetchOptions) =>
  async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (!isSecure(url, server)) throw new InsecureAddressError(`It names an address that is not https: ${url.origin}.`);
    const sent = new Headers(init?.headers);
    if (url.origin === server.origin) for (const [name, value] of Object.entries(headers ?? {})) if (!sent.has(name)) sent.set(name, value);
    return limitedFetch(url, { ...init, headers: sent, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
  };

/** A server named an address that nothing may be sent to. As after any `TypeError`, the SDK tries no other address. */
export class InsecureAddressError extends TypeError {
  override readonly name = "InsecureAddressError";
}

/** Returns true for HTTPS, and for HTTP on loopback if the MCP server is there too. */
export const isSecure = (url: URL, server: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url) && isLoopback(server));

const isLoopback = ({ hostname }: URL) =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
