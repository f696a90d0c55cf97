import { isLoopback } from "./http-address.js";

/** Returns true for an address whose answers can not be changed on the way: with https, or on this machine. */
export function isHttpsOrLocal(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname.replaceAll(/[[\]]/g, "")));
}
