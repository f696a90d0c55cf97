import { ToolError } from "./handler-context.js";
import { loadExchange } from "./load-exchange.js";

/** The options of `guardedFetch`. */
export interface GuardedFetchOptions {
  /** GET by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, with a `content-type` among the headers. */
  readonly body?: string;
  /** The handler's own signal: it aborts the request. */
  readonly signal: AbortSignal;
  /** The time limit until the whole response is there; by default 30 000. */
  readonly timeoutMs?: number;
  /** The limit of the body; by default 10 MiB. */
  readonly mostBytes?: number;
  /**
   * Hosts, addresses and ranges of this machine and its networks that are allowed nevertheless, as in
   * `http.allowPrivate` of a spec.
   */
  readonly allowPrivate?: readonly string[];
}

/** The response to a request of `guardedFetch`. */
export interface GuardedResponse {
  readonly status: number;
  /** The URL of the response, after all redirects. */
  readonly url: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly body: Buffer;
  /** True if the body is longer. */
  readonly isCut: boolean;
}

/**
 * The error of a request without a response. Its message is advice for the model. `isPrivate`: the host is on this
 * machine or in its networks.
 */
export class FetchError extends ToolError {
  readonly isPrivate: boolean;

  constructor(message: string, { isPrivate }: { readonly isPrivate: boolean }) {
    super(message);
    this.isPrivate = isPrivate;
  }
}

const mostBytesRead = 10 * 1024 * 1024;

/**
 * Sends a request like a spec's `http`: addresses of this machine and its networks are refused, after names are
 * resolved and with each redirect, and the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are used if the spec
 * passes these variables on. Throws a `FetchError` if there is no response, and the signal's reason; every status is a
 * response.
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  const { method = "GET", headers = {}, body, signal, timeoutMs = 30_000, mostBytes = mostBytesRead, allowPrivate = [] } = options;
  const { protocol } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new FetchError(`${url} is not an http or https address.`, { isPrivate: false });
  const { exchange } = await loadExchange();
  const chunks: Uint8Array[] = [];
  const text = body === undefined ? {} : { body: { kind: "text", text: body } as const };
  const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  try {
    const request = { method, url: withoutHash(url), headers: lowerCased, allowPrivate, ...text };
    const answer = await exchange(request, { timeoutMs, signal, env: process.env, chunks, mostBytes });
    const whole = Buffer.concat(chunks);
    return {
      status: answer.status,
      url: answer.url,
      headers: joined(answer.headers),
      body: whole.subarray(0, mostBytes),
      isCut: answer.flooded,
    };
  } catch (error) {
    signal.throwIfAborted();
    const isPrivate = error instanceof Error && "isPrivate" in error && error.isPrivate === true;
    throw new FetchError(error instanceof Error ? error.message : String(error), { isPrivate });
  }
}

function withoutHash(url: string): string {
  const sent = new URL(url);
  sent.hash = "";
  return sent.href;
}

function joined(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "object" ? value.join(", ") : (value ?? "")]),
  );
}
