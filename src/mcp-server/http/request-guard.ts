import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { type HttpAddress, isLoopback, isWildcard } from "./http-address.js";

/** Answers a request that may not go on; returns true for one that may. */
export type RequestGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Checks Host and Origin, so that a web page which has this server's address under a name of its own (DNS rebinding)
 * can't call it. Programs other than browsers send no Origin.
 */
export function requestGuard({ host }: HttpAddress, allowedHosts: readonly string[]): RequestGuard {
  const address = host.includes(":") ? `[${host}]` : host;
  const own = isLoopback(host) ? [...localhostAllowedHostnames(), address] : isWildcard(host) ? [] : [address];
  const names = [...own, ...allowedHosts].map((name) => name.toLowerCase());
  const checks = [hostHeaderValidation(names), originValidation(names)];
  return (request, response) => checks.every((check) => check(request, response));
}
