import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../contract/json-value.js";
import { printMessage } from "../protocol-result.js";
import { unavailable, unknownRevisionError } from "../state/errors.js";
import { refusedDiscovery } from "../state/known-clients.js";
import type { LimitedLines } from "./limited-lines.js";
import type { RequestId } from "./message-scanner.js";
import { outputReader } from "./output-reader.js";
import { readMessages } from "./read-messages.js";

/** While the client leaves more than this unread, no further message of it is read. In bytes. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The limit of the requests without an answer together, except for a single one. In bytes. */
const maxPendingBytes = 64 * 1024 * 1024;
/** The interval of checks whether the client still reads, while it waits for an answer. In milliseconds. */
const lookMs = 1000;

interface StdioTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxRequestBytes: number;
}

/**
 * The transport of MCP over standard input and output. The SDK's own copies everything that it has read of a message
 * with each chunk, which is quadratic in its size, and closes the connection at a message that is too large.
 */
export class ServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: LimitedLines;
  /** Requests that have no answer yet, with their sizes. */
  readonly #pending = new Map<RequestId, number>();
  #pendingBytes = 0;
  #stopWatching = () => {};
  #isHeld = false;
  #isPassing = false;
  #isClosed = false;

  constructor({ input, output, maxRequestBytes }: StdioTransportOptions) {
    this.#input = input;
    this.#output = output;
    this.#lines = readMessages(maxRequestBytes, {
      onMessage: (message, bytes) => this.#receive(message, bytes),
      onUnreadable: (answer) => {
        this.onerror?.(new Error(answer.error.message));
        this.write(`${JSON.stringify(answer)}\n`);
      },
      onIgnored: (reason) => this.onerror?.(new Error(reason)),
    });
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read).on("error", this.#report).on("end", this.#leave).on("close", this.#leave);
    this.#output.on("error", this.#fail).on("drain", this.#resume);
    this.#watchReader();
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#leave);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
    this.print(message);
  }

  /** Called when the client cancels a request. */
  protected cancelled(_id: RequestId, _reason: unknown): void {}

  /** Returns true if a message is answered, and needn't be passed on. */
  protected answered(_message: JSONRPCMessage): boolean {
    return false;
  }

  protected print(message: JSONRPCMessage): void {
    this.write(`${printMessage(message)}\n`);
  }

  /**
   * Passes a message on. A request is refused while those before it hold too much: a client may send calls faster than
   * they end.
   */
  #receive(message: JSONRPCMessage, bytes: number): void {
    const refused = refusedDiscovery(message) ?? unknownRevisionError(message);
    if (refused !== undefined) {
      this.onerror?.(new Error(refused.error.message));
      this.write(`${JSON.stringify(refused)}\n`);
      return;
    }
    if ("method" in message && "id" in message) {
      const { id } = message;
      if (this.#pending.size > 0 && this.#pendingBytes + bytes > maxPendingBytes) {
        const text = "The server is busy: its unanswered requests exceed 64 MiB. Send this one again later.";
        this.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: unavailable, message: text } })}\n`);
        return;
      }
      this.#settle(id);
      this.#pending.set(id, bytes);
      this.#pendingBytes += bytes;
    } else if ("method" in message && message.method === "notifications/cancelled") {
      const { requestId, reason } = isJsonObject(message.params) ? message.params : {};
      if (typeof requestId === "string" || typeof requestId === "number") {
        this.#settle(requestId);
        this.cancelled(requestId, reason);
      }
    }
    if (!this.#isPassing && this.answered(message)) return;
    this.#pass(message);
  }

  /** Passes a message on. What follows in the same turn goes the same way, so that it can't overtake it. */
  #pass(message: JSONRPCMessage): void {
    if (!this.#isPassing) setImmediate(this.#passed);
    this.#isPassing = true;
    this.onmessage?.(message);
  }

  readonly #passed = () => {
    this.#isPassing = false;
  };

  /** Removes a request that is answered or cancelled, or that will be counted again. */
  #settle(id: RequestId): void {
    this.#pendingBytes -= this.#pending.get(id) ?? 0;
    this.#pending.delete(id);
  }

  /** A client that closes only its reading end wants no answers, so its calls are ended as if it had gone. */
  #watchReader(): void {
    const fd: unknown = "fd" in this.#output ? this.#output.fd : undefined;
    if (typeof fd !== "number") return;
    const reader = outputReader(fd, () => this.#fail(new Error("The client no longer reads standard output.")));
    const looking = setInterval(() => (this.#pending.size > 0 ? reader.look() : reader.rest()), lookMs).unref();
    this.#stopWatching = () => {
      clearInterval(looking);
      reader.rest();
    };
  }

  /** Writes parts of a message. Output that the client hasn't read is buffered, and meanwhile no more input is read. */
  protected write(...parts: readonly (string | Uint8Array)[]): void {
    if (this.#isClosed) return;
    this.#hold();
    for (const part of parts) this.#output.write(part);
    if (this.#output.writableLength > maxUnreadBytes) this.#input.pause();
  }

  /** Messages of one turn go in one write, because each write wakes the client. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#output.cork();
    setImmediate(this.#release);
  }

  readonly #release = () => {
    if (this.#isHeld) this.#output.uncork();
    this.#isHeld = false;
  };

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#release();
    this.#input.off("data", this.#read).off("end", this.#leave).off("close", this.#leave);
    this.#input.pause();
    this.#stopWatching();
    this.onclose?.();
  }

  readonly #read = (chunk: Uint8Array) => {
    try {
      this.#lines.push(chunk);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  };

  readonly #resume = () => {
    if (!this.#isClosed) this.#input.resume();
  };

  readonly #report = (error: Error) => this.onerror?.(error);

  readonly #leave = () => void this.close();

  /** Without a reader of its output the server is useless. After that, further errors of the output don't matter. */
  readonly #fail = (error: Error) => {
    if (this.#isClosed) return;
    this.#report(error);
    this.#leave();
  };
}
