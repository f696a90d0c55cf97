import { BlockList, isIP } from "node:net";
import { withoutBrackets } from "./private-address.js";

const local = new BlockList();
for (const [address, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  local.addSubnet(address, bits, "ipv4");
local.addAddress("::1", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");

/**
 * Returns true for the host of a URL that people run their own servers on: addresses of this machine and of private
 * networks, and names that are not public. Addresses and names that clouds reserve for themselves are not among them.
 */
export function isLocalHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  const family = isIP(host);
  return family === 0 ? /(?:^|\.)(?:localhost|local|lan)$/i.test(host) : local.check(host, family === 6 ? "ipv6" : "ipv4");
}
