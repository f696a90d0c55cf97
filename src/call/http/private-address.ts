import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { PreparedRequest } from "../../contract/request.js";

// IANA's registries of special addresses, as far as they can't be reached from outside.
const inner4 = ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"];
const special4 = ["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"];
const refused4 = listOf([...inner4, ...special4, "224.0.0.0/4", "240.0.0.0/4"]);
/** The only global IPv6 addresses, and the ranges among them that lead elsewhere (Teredo, 6to4) or nowhere. */
const global6 = listOf(["2000::/3"]);
const refused6 = listOf(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
/**
 * IPv4 addresses written as IPv6: mapped ones, and those of NAT64, which networks without IPv4 make of public names.
 */
const embedding = listOf(["::ffff:0:0/96", "64:ff9b::/96"]);

/**
 * Returns true for any address that isn't public: of this machine, of its networks, or unassigned. A text that isn't an
 * address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = withoutZone(address);
  switch (isIP(plain)) {
    case 4:
      return refused4.check(plain, "ipv4");
    case 6:
      if (embedding.check(plain, "ipv6")) return refused4.check(lastFour(plain), "ipv4");
      return !global6.check(plain, "ipv6") || refused6.check(plain, "ipv6");
    default:
      return true;
  }
}

/** The exceptions in a spec's `allowPrivate`: hosts by name, and addresses. */
export interface Allowed {
  name(host: string): boolean;
  address(address: string): boolean;
}

/** Reads `allowPrivate`: names, addresses, and ranges such as `10.1.0.0/16`. */
export function allowedBy(entries: readonly string[]): Allowed {
  const plain = entries.map((entry) => withoutBrackets(entry).toLowerCase());
  const isAddress = (entry: string) => isIP(entry.split("/")[0] ?? "") !== 0;
  const ranges = listOf(plain.filter(isAddress));
  const names = new Set(plain.filter((entry) => !isAddress(entry)).map(withoutDot));
  return {
    name: (host) => names.has(withoutDot(host.toLowerCase())),
    address: (address) => {
      const one = withoutZone(address);
      const family = isIP(one);
      return family !== 0 && ranges.check(one, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** `[::1]` of a URL without its brackets. */
export const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]/, "$1");
const withoutZone = (address: string) => address.split("%", 1)[0] ?? "";
const withoutDot = (host: string) => host.replace(/\.$/, "");

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const most = family === "ipv6" ? 128 : 32;
    list.addSubnet(address, bits === undefined ? most : Math.min(Number(bits), most), family);
  }
  return list;
}

/**
 * The last 32 bits of an IPv6 address as an IPv4 address. URL parsing writes them as two groups of hexadecimal digits.
 */
function lastFour(address: string): string {
  const written = withoutBrackets(new URL(`http://[${address}]/`).hostname);
  const [head = "", tail] = written.split("::");
  const groups = (tail ?? head).split(":").filter((group) => group !== "");
  const [high, low] = ["0", "0", ...groups].slice(-2).map((group) => Number.parseInt(group, 16)) as [number, number];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** A host that a spec's `allowPrivate` doesn't name. The message is a clause that says where it is. */
export class PrivateHostError extends Error {}

/** Returns every address of a name; node:dns's `lookup`, unless a test replaces it. */
export type Resolve = (host: string, options: LookupOptions & { all: true }, callback: ResolveCallback) => void;
type ResolveCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Throws for a URL whose host is an address, or a name of this machine, that may not be reached. Other names are
 * resolved first.
 */
export function checkHost({ hostname }: URL, allowed: Allowed): void {
  const host = withoutBrackets(hostname);
  if (allowed.name(host)) return;
  const address = /(?:^|\.)localhost\.?$/i.test(host) ? "127.0.0.1" : host;
  if (isIP(address) !== 0) checkAddress({ host, address }, allowed);
}

/**
 * The look-up of a connection: it fails if any address of the name may not be reached. The connection takes its address
 * from the same result that was checked, so a name can't resolve differently between check and use.
 */
export function guardedLookup(allowed: Allowed, resolve: Resolve = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      try {
        if (!allowed.name(host)) for (const { address } of addresses) checkAddress({ host, address }, allowed);
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, "", 0);
      }
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      return first === undefined ? callback(new Error(`${host} has no address`), "", 0) : callback(null, first.address, first.family);
    });
  };
}

function checkAddress({ host, address }: { readonly host: string; readonly address: string }, allowed: Allowed): void {
  if (!isPrivateAddress(address) || allowed.address(address)) return;
  const where = host === address ? `${host} is` : `${host} is at ${address},`;
  throw new PrivateHostError(`${where} no public address, and the tool's \`allowPrivate\` doesn't name it`);
}

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
  /** Sends `http:` requests to the proxy itself, as many proxies need. By default they use a tunnel, like `https:`. */
  readonly withoutTunnel?: true;
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
  readonly body: string | Uint8Array | undefined;
  /** True if the body has a secret, which no other host may get. */
  readonly hasSecret?: true;
}

/** The values of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in lower or upper case; empty if they aren't set. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

export function proxySettings(env: ConnectionOptions["env"]): ProxySettings {
  const variable = (name: string) => env[name.toLowerCase()] ?? env[name] ?? "";
  return { httpProxy: variable("HTTP_PROXY"), httpsProxy: variable("HTTPS_PROXY"), noProxy: variable("NO_PROXY") };
}

/** Returns true if a proxy is named, which may be for other hosts. */
export const namesProxy = ({ httpProxy, httpsProxy }: ProxySettings): boolean => httpProxy !== "" || httpsProxy !== "";

/** Statuses whose `Location` is followed. */
const redirects = [301, 302, 303, 307, 308];
/** Headers about the body, which are dropped with it. */
const ofBody = /^content-/;

/**
 * Returns the next request after a response, by the rules of fetch; `undefined` if there is none. Throws if the
 * redirect isn't allowed.
 */
export function redirected(message: RequestMessage, { status, headers }: Pick<Response, "status" | "headers">): RequestMessage | undefined {
  const { location } = headers;
  if (!redirects.includes(status) || typeof location !== "string") return undefined;
  if (!URL.canParse(location, message.url.href)) throw new RedirectError("it redirects to an invalid address");
  const url = new URL(location, message.url);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new RedirectError(`it redirects to ${url.protocol} and not to http: or https:`);
  if (message.url.protocol === "https:" && url.protocol === "http:")
    throw new RedirectError(`it redirects from https to unencrypted http, to ${url.host}`);
  // A redirect must not add a name and a password.
  url.username = "";
  url.password = "";
  url.hash = "";
  const asGet = status === 303 ? message.method !== "HEAD" : (status === 301 || status === 302) && message.method === "POST";
  const allowed = asGet ? without(message.headers, ofBody) : message.headers;
  const carried = url.origin === message.url.origin ? allowed : only(allowed, ofBody);
  if (message.hasSecret && !asGet && url.origin !== message.url.origin)
    throw new RedirectError(`it redirects a body that has a secret to ${url.host}`);
  return { ...message, method: asGet ? "GET" : message.method, url, headers: carried, body: asGet ? undefined : message.body };
}

/** A redirect that isn't followed; the message is a clause about the server. */
export class RedirectError extends Error {}

const only = (headers: RequestMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));
const without = (headers: RequestMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
