import { BlockList, isIP } from "node:net";

/** Where an HTTP server listens. */
export interface HttpAddress {
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

export const defaultAddress: HttpAddress = { host: "127.0.0.1", port: 8848 };

/**
 * Reads `HOST:PORT`, `HOST`, `PORT` or `[IPv6]:PORT`; what is absent is the default's. Returns `undefined` for anything
 * else.
 */
export function readHttpAddress(text: string): HttpAddress | undefined {
  const match = /^(?:\[(?<ipv6>[\da-f:.]+)\]|(?<name>[a-z\d](?:[a-z\d.-]*[a-z\d])?))?(?::(?<port>\d{1,5}))?$/i.exec(text);
  if (text === "" || match?.groups === undefined) return undefined;
  const { ipv6, name, port } = match.groups;
  if (ipv6 !== undefined && isIP(ipv6) !== 6) return undefined;
  // Digits alone are a port.
  if (name !== undefined && /^\d+$/.test(name)) return port === undefined ? withPort(defaultAddress.host, name) : undefined;
  return withPort(ipv6 ?? name ?? defaultAddress.host, port ?? String(defaultAddress.port));
}

function withPort(host: string, port: string): HttpAddress | undefined {
  const canonical = hostName(host.includes(":") ? `[${host}]` : host);
  return canonical === undefined || Number(port) > 65_535 ? undefined : { host: canonical.replaceAll(/[[\]]/g, ""), port: Number(port) };
}

/**
 * Returns a host as URLs write it: `::1` for `0:0::1`, 127.0.0.1 for 0x7f.1. `undefined` for what has a port, or is a
 * pattern.
 */
export function hostName(host: string): string | undefined {
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/i.test(host)) return undefined;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/** Returns true if nothing but this machine reaches the address. A name other than `localhost` may lead anywhere. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === "localhost";
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** Returns true for the addresses that stand for all of a machine's. */
export const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** The URL of the MCP endpoint, for people. */
export const endpointUrl = ({ host, port }: HttpAddress, isTls: boolean): string =>
  `${isTls ? "https" : "http"}://${isIP(host) === 6 ? `[${host}]` : host}:${port}${mcpPath}`;

/** The path of the MCP endpoint. */
export const mcpPath = "/mcp";

/** Returns true for an address whose answers can not be changed on the way: with https, or on this machine. */
export function isHttpsOrLocal(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname.replaceAll(/[[\]]/g, "")));
}

/**
 * Returns the network of a caller's address: an address of IPv4 itself, and of IPv6 the first 64 bits, of which a
 * single machine has all addresses.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(":")) return plain;
  const [before = "", after] = plain.split("::");
  const [first, last] = [before, after ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0");
  return `${[...(first ?? []), ...zeros, ...(last ?? [])].slice(0, 4).join(":")}::/64`;
}
