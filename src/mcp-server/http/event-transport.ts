import type { ServerResponse } from "node:http";
import type { JSONRPCMessage, MessageExtraInfo, RequestId, Transport, TransportSendOptions } from "@modelcontextprotocol/server";

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
export class EventTransport implements Transport {
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
