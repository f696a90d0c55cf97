import type { PreparedRequest } from "../../contract/http-request.js";
import { oneLine } from "../../text/one-line.js";
import { type Connections, openConnections, type RequestMessage, type Response } from "./connection.js";
import { checkHost, PrivateHostError, type Resolve } from "./guarded-lookup.js";
import { type Allowed, allowedBy } from "./private-address.js";
import { readInto, unpacked } from "./read-into.js";
import { RedirectError, redirected } from "./redirect.js";

export interface ExchangeOptions {
  /** Until the whole of the answer is there, redirects included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Says which proxies there are. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gets the body as it comes, so that what is there survives a failure. */
  readonly chunks: Uint8Array[];
  readonly onOutput?: ((bytes: Uint8Array) => void) | undefined;
  /** The most that is read of the body. */
  readonly mostBytes: number;
  readonly resolve?: Resolve | undefined;
}

export interface Exchange extends Pick<Response, "status" | "headers"> {
  /** Where the answer came from, behind all redirects. */
  readonly url: string;
  /** True if the body is larger than the part that was read. */
  readonly flooded: boolean;
}

/** That no answer came: the message is a sentence. `isPrivate`: because the host may not be reached. */
export class RequestError extends Error {
  readonly isPrivate: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.isPrivate = cause instanceof PrivateHostError;
  }
}

/** That the time was up. */
export class TimeLimitError extends Error {}

const mostRedirects = 5;

/**
 * Sends a request and reads the answer. Nothing is sent twice but by a redirect, of which each is checked as the first address is. Rejects with the
 * signal's reason when it was aborted, else with one of the two errors above.
 */
export async function exchange(request: PreparedRequest, options: ExchangeOptions): Promise<Exchange> {
  const { signal, timeoutMs, env, resolve, mostBytes, chunks, onOutput } = options;
  signal.throwIfAborted();
  const allowed = allowedBy(request.allowPrivate);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  let connections: Connections | undefined;
  let at = new URL(request.url);
  try {
    connections = openConnections({ allowed, env, timeoutMs, resolve });
    const ends = AbortSignal.any([signal, limit.signal]);
    const response = await follow(firstMessage(request), { connections, allowed, signal: ends, onUrl: (next) => (at = next) });
    const { flooded } = await readInto(chunks, unpacked(response, request.method), { mostBytes, onOutput });
    return { status: response.status, headers: response.headers, url: at.href, flooded };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.signal.aborted) throw new TimeLimitError(`The request to ${at.host} took longer than ${timeoutMs} ms.`);
    throw new RequestError(`The request to ${at.host} failed: ${reasonOf(error)}.`, error);
  } finally {
    clearTimeout(timer);
    await connections?.close();
  }
}

interface Following {
  readonly connections: Connections;
  readonly allowed: Allowed;
  readonly signal: AbortSignal;
  /** Is told whom the request is at. */
  onUrl(url: URL): void;
}

async function follow(first: RequestMessage, { connections, allowed, signal, onUrl }: Following): Promise<Response> {
  let message = first;
  for (let hops = 0; ; hops++) {
    onUrl(message.url);
    checkHost(message.url, allowed);
    const response = await connections.request({ ...message, headers: { ...standing, ...message.headers } }, signal);
    const next = redirected(message, response);
    if (next === undefined) return response;
    response.body.on("error", () => {}).destroy();
    if (hops === mostRedirects) throw new RedirectError(`it redirects more than ${mostRedirects} times`);
    message = next;
  }
}

/** The headers of every request that doesn't set them. */
const standing = { accept: "*/*", "user-agent": "toolgen" };

const typeOf = { json: "application/json", form: "application/x-www-form-urlencoded", text: "text/plain; charset=utf-8" } as const;

function firstMessage({ method, url, headers, body }: PreparedRequest): RequestMessage {
  const type = body === undefined ? {} : { "content-type": typeOf[body.kind] };
  return { method, url: new URL(url), headers: { ...type, ...headers }, body: body?.text };
}

/** Why a request failed, as a clause. What a server or a system says may have several lines. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateHostError || error instanceof RedirectError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  const told = error instanceof Error && error.message !== "" ? error.message : String(code ?? error);
  return oneLine(told).replace(/\.$/, "").slice(0, 300);
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "its name can't be resolved at present",
  ECONNREFUSED: "nothing accepts connections there",
  ECONNRESET: "the connection was broken off",
  UND_ERR_SOCKET: "the connection was broken off",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  Z_BUF_ERROR: "its answer broke off",
  Z_DATA_ERROR: "its answer is packed in a way that can't be read",
};
