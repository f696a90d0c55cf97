import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { type Allowed, isPrivateAddress, withoutBrackets } from "./private-address.js";

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
