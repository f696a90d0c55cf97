import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";

/** The code of revisions up to 2025-11-25 for an unknown resource. */
const notFound = -32002;

/**
 * Lets a server answer with the code of revisions up to 2025-11-25 if a resource isn't found: the SDK sends that of
 * 2026-07-28 (-32602, with nothing but the URI as data) at every revision.
 */
export function sendNotFoundCode(server: Server): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withCode(message), options);
    return connect(transport);
  };
}

function withCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== -32602) return message;
  const data: unknown = message.error.data;
  const isNotFound = typeof data === "object" && data !== null && "uri" in data && Object.keys(data).length === 1;
  return isNotFound ? { ...message, error: { ...message.error, code: notFound } } : message;
}
