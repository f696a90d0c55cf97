import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { AuthInfo, McpHttpHandler } from "@modelcontextprotocol/server";
import { plainJson } from "../../contract/json-text.js";
import type { RequestBody } from "./http-exchange.js";

/** A request that the server lets through. */
export interface ReadRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly auth: AuthInfo | undefined;
  readonly body: RequestBody;
}

/**
 * Answers a request by the SDK's handler. A result of 2026-07-28 is sent by `sendResultDirectly` meanwhile; whatever
 * else the handler returns, such as an error or a stream of events, is sent here. Node decides whether the connection
 * stays open: the SDK's header would keep it open for a client that asked to close it.
 */
export async function answerBySdk(fetch: McpHttpHandler["fetch"], read: ReadRequest, signal: AbortSignal): Promise<void> {
  const { response, auth, body } = read;
  const parsedBody = body.json === undefined ? {} : { parsedBody: body.json };
  const answer = await fetch(webRequest(read, signal), { ...(auth && { authInfo: auth }), ...parsedBody });
  // The result has been sent, or the client has left.
  if (response.headersSent || response.destroyed) return answer.body?.cancel();
  answer.headers.delete("connection");
  const headers = Object.fromEntries(answer.headers);
  if (answer.body !== null && headers["content-type"]?.startsWith("text/event-stream") === true) {
    response.writeHead(answer.status, headers).flushHeaders();
    // A client that leaves ends what it asked for.
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), eventsWithNumbers, response).catch(() => {});
  } else {
    const bytes = Buffer.from(plainJson(await answer.text()));
    response.writeHead(answer.status, { ...headers, ...(bytes.length > 0 && { "content-length": bytes.length }) }).end(bytes);
  }
}

/** Each chunk of the SDK's stream is a whole event. */
async function* eventsWithNumbers(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | string> {
  for await (const chunk of chunks) yield Buffer.from(chunk).includes("\ufdd0") ? plainJson(Buffer.from(chunk).toString()) : chunk;
}

/**
 * Returns a request of Node as the SDK's handler reads it. A `Request` that Node constructs has a stream, a controller
 * and followers of a signal, which stay in memory until a full collection. So a request whose body is handed over as a
 * value, or that has none, is an object that throws where anything else of it is read. The handler refuses other
 * bodies.
 */
export function webRequest({ request, body: { json, chunks } }: Pick<ReadRequest, "request" | "body">, signal: AbortSignal): Request {
  const { method = "", url = "", headers: sent } = request;
  const { href } = new URL(url, "http://localhost");
  const headers = new Headers(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  if (json === undefined && method === "POST") return new Request(href, { method, headers, body: Buffer.concat(chunks), signal });
  const parts = { method, url: href, headers, signal };
  return Object.create(Request.prototype, Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }])));
}
