import type { IncomingMessage, ServerResponse } from "node:http";
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import { isLogged, type Log, type LogLevel } from "../log.js";
import { type HttpAddress, isLoopback, isWildcard } from "./http-address.js";
import { answerError } from "./http-exchange.js";
import { pathOf } from "./request-selections.js";

/** Answers a request that may not go on; returns true for one that may. */
type RequestGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Checks Host and Origin, so that a web page which has this server's address under a name of its own (DNS rebinding)
 * can't call it. Programs other than browsers send no Origin.
 */
export function requestGuard({ host }: HttpAddress, allowedHosts: readonly string[]): RequestGuard {
  const address = host.includes(":") ? `[${host}]` : host;
  const own = isLoopback(host) ? [...localhostAllowedHostnames(), address] : isWildcard(host) ? [] : [address];
  const names = [...own, ...allowedHosts].map((name) => name.toLowerCase());
  // A client sends the same header with each request, and to check it is to parse an address.
  let known: string | undefined;
  return ({ headers, rawHeaders }, response) => {
    // The SDK reads an address, so it would take `evil@localhost` and `localhost/evil` for localhost.
    if (headers.host !== undefined && headers.host !== known && !hostAndPort.test(headers.host)) {
      answerError(response, { status: 400, message: "A Host header is a name or an address, with or without a port." });
      return false;
    }
    // Node reads the first of several, and a proxy may have checked another.
    if (hostsIn(rawHeaders) > 1) {
      answerError(response, { status: 400, message: "A request has one Host header." });
      return false;
    }
    if (headers.origin === undefined && headers.host !== undefined && headers.host === known) return true;
    const named = validateHostHeader(headers.host, names);
    if (named.ok) known = headers.host;
    const checked = named.ok ? validateOriginHeader(headers.origin, names) : named;
    if (!checked.ok) answerError(response, { status: 403, message: checked.message });
    return checked.ok;
  };
}

const hostAndPort = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Names and values alternate. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") count++;
  return count;
}

/** A caller chooses the path of a request. */
const maxPathLength = 200;

/**
 * Logs a request that is answered with an error's status: as `info`, or `warn` if the server is at fault. The path is
 * logged without its query, in which some clients send tokens.
 */
export function logRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { log, logLevel = "warn" }: { readonly log: Log; readonly logLevel?: LogLevel },
): void {
  if (!isLogged("info", logLevel)) return;
  response.once("finish", () => {
    const { statusCode: status } = response;
    if (status < 400) return;
    const { method, socket } = request;
    const about = { method, path: pathOf(request).slice(0, maxPathLength), status, address: socket.remoteAddress };
    log("request refused", { level: status === 500 ? "warn" : "info", ...about });
  });
}
