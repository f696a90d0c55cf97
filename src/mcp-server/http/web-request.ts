import type { IncomingMessage } from "node:http";

/**
 * Returns a request of Node as the SDK's handler reads it, whose body is handed to it as a value. A `Request` that Node
 * constructs has a stream, a controller and followers of a signal, which stay in memory until a full collection. This
 * one throws where anything else of it is read.
 */
export function webRequest({ method = "", url = "", headers }: IncomingMessage, signal: AbortSignal): Request {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const parts = { method, url: new URL(url, "http://localhost").href, headers: new Headers(pairs.map(([...pair]) => pair)), signal };
  return Object.create(Request.prototype, Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }])));
}
