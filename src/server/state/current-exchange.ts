import { AsyncLocalStorage } from "node:async_hooks";
import type { AuthInfo } from "@modelcontextprotocol/server";
import type { NetworkCaller } from "./fair-shares.js";

/** The HTTP exchange that a request came by. */
export interface HttpExchange {
  /** The revision of the protocol that the request's header names. */
  readonly revision: string | undefined;
  /** The network that the request came from, as far as it is known. */
  readonly network: string | undefined;
  /** Aborts if the connection closes before the response is done. */
  readonly signal: AbortSignal;
  /** Answers with JSON, if the client is still there. */
  sendJson(json: string): void;
  /** Calls a function once the response is sent or can't be. */
  onDone(then: () => void): void;
}

/**
 * The SDK's own signal doesn't always follow the connection: it is lost to garbage collection in requests of revisions
 * up to 2025-11-25, and a session has none (@modelcontextprotocol/server 2.4).
 */
const exchanges = new AsyncLocalStorage<HttpExchange>();

/** Runs what answers a request. Calls that it starts end with the connection. */
export const withExchange = <Result>(exchange: HttpExchange, answer: () => Result): Result => exchanges.run(exchange, answer);

/** Calls a function once the answer to this request is sent; over standard input and output at once. */
export function onAnswered(then: () => void): void {
  const exchange = exchanges.getStore();
  if (exchange === undefined) then();
  else exchange.onDone(then);
}

/** Returns the HTTP exchange of this request; `undefined` over standard input and output. */
export const currentExchange = (): HttpExchange | undefined => exchanges.getStore();

/** Returns a signal that aborts with a request's own and, over HTTP, with its connection. */
export function callSignal(own: AbortSignal): AbortSignal {
  const connection = exchanges.getStore()?.signal;
  if (connection === undefined) return own;
  // Not `AbortSignal.any`, which holds its followers weakly.
  const both = new AbortController();
  for (const signal of [own, connection]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true });
  }
  return both.signal;
}

/** The caller of the request that is being answered. */
export const currentCaller = (principal: string): NetworkCaller => ({ principal, network: currentExchange()?.network });

/** Returns the caller as authenticated over HTTP. Without authentication all callers are one principal: "". */
export const principalOf = (authInfo: AuthInfo | undefined): string => authInfo?.clientId ?? "";
