import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  classifyInboundRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  type MessageExtraInfo,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { type DirectCalls, isUsualRequest } from "../call/direct-calls.js";
import { printMessage } from "../protocol-result.js";
import { type HttpExchange, onAnswered } from "../state/current-exchange.js";

// The SDK sends answers by streams and objects of the web, which take longer than the rest of a request. Two kinds of
// answers are sent without them: all messages for a usual request of a revision up to 2025-11-25, and the result of a
// request of 2026-07-28. Everything else is the SDK's (`answer-by-sdk.ts`).

/**
 * Returns the request of a body that may be answered directly: a single one of a revision up to 2025-11-25, with
 * headers that the SDK's handler would take. Whatever else is sent is that handler's, which knows how to refuse it.
 */
export function directRequest(
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  body: unknown,
): JSONRPCRequest | undefined {
  if (method !== "POST" || !isJsonContentType(headers["content-type"] ?? null)) return undefined;
  if (!["application/json", "text/event-stream"].every((type) => headers.accept?.includes(type))) return undefined;
  const revision = headers["mcp-protocol-version"];
  if (revision !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision))) return undefined;
  if (isUsualRequest(body)) return body;
  if (!isJSONRPCRequest(body)) return undefined;
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body,
    ...(revision !== undefined && { protocolVersionHeader: String(revision) }),
  });
  return kind === "legacy" ? body : undefined;
}

/** A request and what it came with. */
interface DirectExchange {
  readonly message: JSONRPCRequest;
  readonly response: ServerResponse;
  readonly auth: AuthInfo | undefined;
}

/** Answers a request by a server object of its own, whose messages are the events of the response. */
export async function answerDirectly(
  server: Pick<McpServer, "connect" | "close"> & { readonly calls: Pick<DirectCalls, "take" | "close"> },
  { message, response, auth }: DirectExchange,
  print: PrintMessage,
): Promise<void> {
  const transport = new EventTransport(message.id, response, print);
  if (server.calls.take(message, { send: transport.send.bind(transport), auth })) {
    onAnswered(() => {
      server.calls.close();
      void transport.close();
    });
    return;
  }
  await server.connect(transport);
  onAnswered(() => void server.close());
  transport.onmessage?.(message, auth && { authInfo: auth });
}

/** How often a comment is sent before the answer, so that no proxy closes the connection. In milliseconds. */
const keepAliveMs = 15_000;

/** The headers of the SDK's transport, but for `connection`, which Node writes as the client wants it. */
const headers = {
  "cache-control": "no-cache, no-transform",
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
};

/** Prints a message as JSON, in parts. */
export type PrintMessage = (message: JSONRPCMessage) => readonly (string | Uint8Array)[];

/**
 * The transport of one request: its messages are the events of one response. The SDK's own sends them through four
 * streams and objects of the web, which take longer than the rest of a request and stay in the heap until a full
 * collection.
 */
class EventTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message, extra?: MessageExtraInfo) => void;
  readonly #id: RequestId;
  readonly #response: ServerResponse;
  readonly #print: PrintMessage;
  readonly #keepAlive: NodeJS.Timeout;
  #isClosed = false;

  constructor(id: RequestId, response: ServerResponse, print: PrintMessage) {
    this.#id = id;
    this.#response = response;
    this.#print = print;
    this.#keepAlive = setInterval(() => this.#write(": keepalive\n\n"), keepAliveMs).unref();
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !("method" in message);
    // What belongs to no request could only be sent over a connection that a client without a session doesn't have.
    if ((isAnswer ? message.id : options?.relatedRequestId) !== this.#id) return;
    if (isAnswer && !this.#response.headersSent) return this.#sendWhole(eventOf(this.#print(message)));
    this.#response.cork();
    this.#write(...eventOf(this.#print(message)));
    if (isAnswer) this.#response.end();
    this.#response.uncork();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    this.onclose?.();
  }

  get #canWrite(): boolean {
    return !this.#isClosed && !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** An answer that nothing was sent before has a length instead of chunks, which both sides handle faster. */
  #sendWhole(parts: readonly (string | Uint8Array)[]): void {
    if (!this.#canWrite) return;
    const body = joined(parts);
    this.#response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
  }

  #write(...parts: readonly (string | Uint8Array)[]): void {
    if (!this.#canWrite) return;
    if (!this.#response.headersSent) this.#response.writeHead(200, headers);
    for (const part of parts) this.#response.write(part);
  }
}

const eventOf = (parts: readonly (string | Uint8Array)[]) => ["event: message\ndata: ", ...parts, "\n\n"];

/** A text is sent with its headers in one piece; a list was printed as bytes, which are not decoded. */
const joined = (parts: readonly (string | Uint8Array)[]): string | Buffer =>
  parts.every((part) => typeof part === "string")
    ? parts.join("")
    : Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));

export type SendJson = HttpExchange["sendJson"];

/**
 * Lets a transport of the SDK send the result of its one request as JSON without objects of the web, unless it has sent
 * something else before: then its answer is a stream of events.
 */
export function sendResultDirectly(transport: Transport, sendJson: SendJson): void {
  const send = transport.send.bind(transport);
  let hasSent = false;
  transport.send = async (message, options) => {
    if (hasSent || !isJSONRPCResultResponse(message)) {
      hasSent = true;
      return send(message, options);
    }
    hasSent = true;
    sendJson(printMessage(message));
    // As the transport does, once the protocol layer is done with the request.
    queueMicrotask(() => void transport.close());
  };
}
