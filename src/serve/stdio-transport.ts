import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJsonObject } from "../runtime/json.js";
import type { LimitedLines } from "./limited-lines.js";
import type { RequestId } from "./message-scanner.js";
import { outputReader } from "./output-reader.js";
import { readMessages } from "./read-messages.js";

/** As long as the client leaves more than this unread, no further message of it is read. In bytes. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** How often it is looked whether the client still reads, while it waits for an answer. In milliseconds. */
const lookMs = 1000;

interface StdioMeans {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxRequestBytes: number;
}

/**
 * The transport of MCP over standard input and output. The SDK's own copies all that it has read of a message with each chunk, which is
 * quadratic in its size, and ends the connection at a message that is too large.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: LimitedLines;
  /** Requests that have no answer yet. */
  readonly #pending = new Set<RequestId>();
  #stopWatching = () => {};
  #isClosed = false;

  constructor({ input, output, maxRequestBytes }: StdioMeans) {
    this.#input = input;
    this.#output = output;
    this.#lines = readMessages(maxRequestBytes, {
      onMessage: (message) => {
        this.#note(message);
        this.onmessage?.(message);
      },
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
    if (!("method" in message) && message.id !== undefined) this.#pending.delete(message.id);
    this.print(message);
  }

  protected print(message: JSONRPCMessage): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Takes note of the requests that come and of the ends of those that have been. */
  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#pending.add(message.id);
    const { requestId } = isJsonObject(message.params) && message.method === "notifications/cancelled" ? message.params : {};
    if (typeof requestId === "string" || typeof requestId === "number") this.#pending.delete(requestId);
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

  /** Writes parts of a message. What the client doesn't read yet is buffered, and meanwhile nothing more is read of it. */
  protected write(...parts: readonly (string | Uint8Array)[]): void {
    if (this.#isClosed) return;
    for (const part of parts) this.#output.write(part);
    if (this.#output.writableLength > maxUnreadBytes) this.#input.pause();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
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

  /** Without a reader of its output the server is of no use. After that, further errors of the output are of no interest. */
  readonly #fail = (error: Error) => {
    if (this.#isClosed) return;
    this.#report(error);
    this.#leave();
  };
}
