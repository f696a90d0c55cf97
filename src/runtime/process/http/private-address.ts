import { BlockList, isIP } from "node:net";

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
