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
