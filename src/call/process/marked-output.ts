import type { Readable } from "node:stream";
import { maxStreamBytes } from "../../contract/call-result.js";

/** An output of a process that serves many calls. Each call's part ends with a token. */
export class MarkedOutput {
  #call: OutputOfCall | undefined;

  constructor(stream: Readable) {
    stream.on("data", (chunk: Buffer) => this.#call?.add(chunk));
  }

  /** A call begins: what is printed from now on is its output. */
  begin(call: OutputOfCall): void {
    this.#call = call;
  }
}

interface OutputEvents {
  readonly mostBytes: number;
  /** There is more than `mostBytes`. */
  readonly onFlood: () => void;
  /** The token has arrived. */
  readonly onEnd: () => void;
  /** Receives output while it arrives, without the token. */
  readonly onOutput?: ((bytes: Uint8Array) => void) | undefined;
}

/** The output of one call. */
export class OutputOfCall {
  /** The bytes after the token. */
  readonly status: Buffer;
  readonly #token: Buffer;
  readonly #events: OutputEvents;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** The end of what has arrived, at most as long as a token and its status. */
  #tail: Buffer = Buffer.alloc(0);
  /** Bytes that have arrived and aren't shown, because they could be the token. */
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  /** `statusBytes` follow the token. */
  constructor(token: Buffer, statusBytes: number, events: OutputEvents) {
    this.#token = token;
    this.status = Buffer.alloc(statusBytes);
    this.#events = events;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  add(chunk: Buffer): void {
    const { mostBytes, onFlood, onEnd, onOutput } = this.#events;
    if (this.#isOver || this.#size > mostBytes + this.#length) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-this.#length)]).subarray(-this.#length);
    this.#isOver = this.#tail.length === this.#length && this.#startsToken(this.#tail);
    if (this.#isOver) this.#tail.copy(this.status, 0, this.#token.length);
    const held = this.#heldBytes();
    if (onOutput !== undefined) this.#show(chunk, held, onOutput);
    if (this.#isOver) onEnd();
    else if (this.#size - held > mostBytes) onFlood();
  }

  /** All of it without the token. */
  bytes(): Buffer {
    const all = Buffer.concat(this.#chunks);
    return atMost(this.#isOver ? all.subarray(0, -this.#length) : all, this.#events.mostBytes);
  }

  get #length(): number {
    return this.#token.length + this.status.length;
  }

  #show(chunk: Buffer, held: number, onOutput: (bytes: Uint8Array) => void): void {
    const unseen = Buffer.concat([this.#held, chunk]);
    const end = unseen.length - held;
    this.#held = unseen.subarray(end);
    if (end > 0) onOutput(unseen.subarray(0, end));
  }

  /** The number of bytes at the end that are the token or may become it. */
  #heldBytes(): number {
    if (this.#isOver) return this.#length;
    let length = Math.min(this.#length - 1, this.#tail.length);
    while (length > 0 && !this.#startsToken(this.#tail.subarray(-length))) length--;
    return length;
  }

  /** Returns true if the token begins with these bytes, or they with it. */
  #startsToken(bytes: Buffer): boolean {
    const length = Math.min(bytes.length, this.#token.length);
    return bytes.compare(this.#token, 0, length, 0, length) === 0;
  }
}

/** The content of a stream so far. */
export interface Captured {
  bytes(): Buffer;
}

/** Collects a stream, at most `mostBytes` of it; calls `onFlood` once there is more. */
export function capture(stream: Readable, { mostBytes, onFlood }: { readonly mostBytes: number; readonly onFlood: () => void }): Captured {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size > mostBytes) return;
    chunks.push(chunk);
    size += chunk.length;
    if (size > mostBytes) onFlood();
  });
  return { bytes: () => atMost(Buffer.concat(chunks), mostBytes) };
}

/**
 * Cuts bytes to the limit, because Node passes on the whole chunk that exceeds it; but never inside a UTF-8 character.
 */
export function atMost(bytes: Buffer, mostBytes = maxStreamBytes): Buffer {
  if (bytes.length <= mostBytes) return bytes;
  let end = mostBytes;
  while (end > mostBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
