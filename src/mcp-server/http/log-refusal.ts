import type { IncomingMessage, ServerResponse } from "node:http";
import { isLogged, type Log, type LogLevel } from "../log/log.js";
import { pathOf } from "./request-selections.js";

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
