import { OAuthClientFlowError, OAuthError, parseErrorResponse, RegistrationRejectedError } from "@modelcontextprotocol/client";
import { quoteStart } from "../contract/display-text.js";
import { markNumbers, withExactNumbers } from "../contract/exact-json.late.js";
import { isSecure } from "./mcp-connection.js";
import { LoginStorageError } from "./stored-login.js";

interface AuthFetchOptions {
  /** The MCP server. */
  readonly server: URL;
  /** The headers of its settings, which go to its own origin only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

/**
 * The `fetch` of a login and a refresh. A server names the addresses, so plain HTTP is refused, which services of a
 * network's inside speak. Only a server on loopback may use an authorization server there.
 */
export const authFetch =
  ({ server, headers, signal }: AuthFetchOptions) =>
  async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (!isSecure(url, server)) throw new InsecureAddressError(`It names an address that is not https: ${url.origin}.`);
    const sent = new Headers(init?.headers);
    if (url.origin === server.origin) for (const [name, value] of Object.entries(headers ?? {})) if (!sent.has(name)) sent.set(name, value);
    return limitedFetch(url, { ...init, headers: sent, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
  };

/** A server named an address that nothing may be sent to. As after any `TypeError`, the SDK tries no other address. */
class InsecureAddressError extends TypeError {
  override readonly name = "InsecureAddressError";
}

type Fetch = ReturnType<typeof authFetch>;

/** The SDK would print a refusal by the token endpoint, and send the request once more. */
export const endLoginAtRefusals =
  (fetchFn: Fetch): Fetch =>
  async (address, init) => {
    const response = await fetchFn(address, init);
    if (!(init?.body instanceof URLSearchParams) || response.status < 400) return response;
    throw new LoginFailure(loginProblem(await parseErrorResponse(response)));
  };

/** A login can't be made as the user or the server wants it; the message is for people. */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";
}

/** Describes why a login or its refresh failed, without any text of an answer that could contain a token. */
export function loginProblem(error: unknown): string {
  if (error instanceof LoginFailure || error instanceof InsecureAddressError || error instanceof LoginStorageError) return error.message;
  if (error instanceof OAuthError) {
    if (error.code === "access_denied") return "the user or the authorization server refused (access_denied).";
    if (error.code === "server_error") return "the authorization server failed (server_error).";
    const description = error.message === error.code ? "" : `, ${quoteStart(error.message, 200)}`;
    return `the authorization server answered ${quoteStart(error.code, 40)}${description}.`;
  }
  if (error instanceof RegistrationRejectedError)
    return `the authorization server registers no client (HTTP ${error.status}: ${quoteStart(error.body, 300)}). Name one with --client-id.`;
  if (error instanceof OAuthClientFlowError) return quoteStart(error.message, 300);
  if (error instanceof DOMException && error.name === "TimeoutError") return "it did not answer in time.";
  if (error instanceof TypeError)
    return `the server can't be reached: ${error.cause instanceof Error ? error.cause.message : error.message}.`;
  return "the server's answer is not what OAuth expects.";
}

/** The largest message that is read over HTTP, the same as over standard output. */
const maxBytes = 10 * 1024 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** `fetch` whose responses end with an error if a server sends a larger message than that. */
export async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const sent = typeof init?.body === "string" ? { ...init, body: withExactNumbers(init.body) } : init;
  const response = await fetch(url, sent);
  if (response.body === null) return response;
  const isEvents = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const measure = isEvents ? eventMeter() : wholeMeter();
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (measure(chunk) > maxBytes) controller.error(new Error("It sent a message of more than 10 MiB."));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit).pipeThrough(numberMarker(isEvents)), { status, statusText, headers });
}

/**
 * Marks numbers of structured content that the SDK, which reads the body, would change. An event is a line, which ends
 * with CR, LF or both.
 */
function numberMarker(isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pending = "";
  const marked = (text: string) => Buffer.from(text.includes('"structuredContent"') ? markNumbers(text) : text);
  return new TransformStream({
    transform: (chunk, controller) => {
      pending += decoder.decode(chunk, { stream: true });
      if (!isEvents || !(chunk.includes(newline) || chunk.includes(carriageReturn))) return;
      const end = Math.max(pending.lastIndexOf("\n"), pending.lastIndexOf("\r")) + 1;
      for (const line of pending.slice(0, end).split(/(?<=[\r\n])/)) controller.enqueue(marked(line));
      pending = pending.slice(end);
    },
    flush: (controller) => controller.enqueue(marked(pending + decoder.decode())),
  });
}

/** Takes the next chunk and returns the length of the message so far. */
type Meter = (chunk: Uint8Array) => number;

function wholeMeter(): Meter {
  let size = 0;
  return ({ length }) => {
    size += length;
    return size;
  };
}

/** Measures the longest event of an event stream. An empty line ends an event; lines end with CR, LF or both. */
function eventMeter(): Meter {
  let size = 0;
  let isLineEmpty = true;
  let isAfterReturn = false;
  return (chunk) => {
    let largest = 0;
    for (const byte of chunk) {
      const isSecond = isAfterReturn && byte === newline;
      isAfterReturn = byte === carriageReturn;
      if (isSecond) continue;
      size++;
      const isEnd = byte === newline || byte === carriageReturn;
      if (isEnd && isLineEmpty) size = 0;
      isLineEmpty = isEnd;
      if (size > largest) largest = size;
    }
    return largest;
  };
}
