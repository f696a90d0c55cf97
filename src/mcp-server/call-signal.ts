import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The signal of the HTTP connection that a request came by. The SDK's own signal doesn't always follow it: it is lost
 * to garbage collection in requests of revisions up to 2025-11-25, and a session has none (@modelcontextprotocol/server
 * 2.4).
 */
const connections = new AsyncLocalStorage<AbortSignal>();

/** Runs what answers a request. Calls that it starts end with the connection. */
export const withConnection = <Result>(signal: AbortSignal, answer: () => Result): Result => connections.run(signal, answer);

/** Returns a signal that aborts with a request's own and, over HTTP, with its connection. */
export function callSignal(own: AbortSignal): AbortSignal {
  const connection = connections.getStore();
  if (connection === undefined) return own;
  // Not `AbortSignal.any`, which holds its followers weakly.
  const both = new AbortController();
  for (const signal of [own, connection]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true });
  }
  return both.signal;
}
