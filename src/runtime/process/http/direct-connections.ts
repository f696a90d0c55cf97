import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import type { ConnectionOptions, Connections, RequestMessage, Response } from "./connections.js";
import { guardedLookup } from "./guarded-lookup.js";
import { withoutBrackets } from "./private-address.js";

/**
 * The adapter of Node's own HTTP client. It opens a connection for each request, to an address that `guardedLookup` has
 * checked.
 */
export function directConnections({ allowed, resolve }: ConnectionOptions): Connections {
  const lookup = guardedLookup(allowed, resolve);
  const sent = new Set<ClientRequest>();
  return {
    request: (message, signal) =>
      new Promise((resolve, reject) => {
        const { method, url, headers, body } = message;
        // TLS takes as long to load as all of the rest.
        const start = url.protocol === "https:" ? process.getBuiltinModule("node:https").request : requestHttp;
        const request = start({
          agent: false,
          lookup,
          signal,
          method,
          host: withoutBrackets(url.hostname),
          ...(url.port !== "" && { port: url.port }),
          path: url.pathname + url.search,
          headers: { ...headers, ...lengthOf(message) },
        });
        sent.add(request);
        request.on("response", (response) => {
          // Otherwise the body fails with the end of the connection, which the error has caused.
          request.on("error", (error) => response.destroy(error));
          resolve(responseOf(response));
        });
        request.on("error", reject);
        // After a change of protocol, which nothing asked for, there is neither a response nor an error.
        request.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
        // As a text it would change the encoding of the headers, too.
        request.end(body === undefined ? undefined : Buffer.from(body));
      }),
    close: async () => {
      for (const request of sent) request.destroy();
    },
  };
}

/** Node sends a body without its length, and so without its end, for the methods that usually have none. */
function lengthOf({ body }: RequestMessage): Readonly<Record<string, string>> {
  return body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
}

/** A repeated header is a list of its values: Node's usual form drops some of them. */
function responseOf(response: IncomingMessage): Response {
  const headers = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? values[0] : values]);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response };
}
