import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpExchange } from "../call/current-exchange.js";
import { networkOf } from "./network-of.js";

/** Follows a response and its connection. Responses in a queue hear nothing of the connection themselves. */
export function httpExchange({ socket, headers }: IncomingMessage, response: ServerResponse): HttpExchange {
  const revision = headers["mcp-protocol-version"];
  const gone = new AbortController();
  // Each call of a batch listens.
  setMaxListeners(0, gone.signal);
  const later = new Set<() => void>();
  let isDone = false;
  const done = () => {
    isDone = true;
    for (const then of later) then();
    later.clear();
  };
  const abort = () => {
    gone.abort(new Error("The connection was closed."));
    done();
  };
  socket.setMaxListeners(0).once("close", abort);
  response.once("finish", () => {
    socket.off("close", abort);
    done();
  });
  return {
    revision: revision === undefined ? undefined : String(revision),
    network: socket.remoteAddress === undefined ? undefined : networkOf(socket.remoteAddress),
    signal: gone.signal,
    sendJson: (json) => {
      if (!response.destroyed) response.writeHead(200, { "content-type": "application/json" }).end(json);
    },
    onDone: (then) => (isDone ? then() : void later.add(then)),
  };
}
