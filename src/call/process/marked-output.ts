import type { Readable } from "node:stream";
import { maxStreamBytes } from "../../contract/call-result.js";

interface ContentLimit {
  readonly mostBytes: number;
  /** There is more than `mostBytes`. */
  readonly onFlood: () => void;
}

/** The content of a stream so far, at most `mostBytes` of it. */
export class StreamContent {
  readonly #limit: ContentLimit;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: ContentLimit) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    const { mostBytes, onFlood } = this.#limit;
    if (this.#size > mostBytes) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > mostBytes) onFlood();
  }

  bytes(): Buffer {
    return atMost(joined(this.#chunks), this.#limit.mostBytes);
  }
}

/** Collects a stream from now on. */
export function capture(stream: Readable, limit: ContentLimit): StreamContent {
  const content = new StreamContent(limit);
  stream.on("data", (chunk: Buffer) => content.add(chunk));
  return content;
}

interface OutputEvents extends ContentLimit {
  /** The token has arrived. */
  readonly onEnd: () => void;
}

/** The standard output of one call in a process that serves many. It ends with a token. */
export class OutputOfCall {
  /** The bytes after the token. */
  readonly status: Buffer;
  readonly #token: Buffer;
  readonly #events: OutputEvents;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** The end of what has arrived, at most as long as a token and its status. */
  #tail: Buffer = Buffer.alloc(0);
  #isOver = false;

  /** `statusBytes` follow the token. */
  constructor(token: Buffer, statusBytes: number, events: OutputEvents) {
    this.#token = token;
    this.status = Buffer.alloc(statusBytes);
    this.#events = events;
  }

  add(chunk: Buffer): void {
    const { mostBytes, onFlood, onEnd } = this.#events;
    if (this.#isOver || this.#size > mostBytes + this.#length) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const end = chunk.subarray(-this.#length);
    this.#tail = end.length === this.#length ? end : Buffer.concat([this.#tail, end]).subarray(-this.#length);
    this.#isOver = this.#tail.length === this.#length && this.#startsToken(this.#tail);
    if (this.#isOver) this.#tail.copy(this.status, 0, this.#token.length);
    if (this.#isOver) onEnd();
    else if (this.#size - this.#heldBytes() > mostBytes) onFlood();
  }

  /** All of it without the token. */
  bytes(): Buffer {
    const all = joined(this.#chunks);
    return atMost(this.#isOver ? all.subarray(0, -this.#length) : all, this.#events.mostBytes);
  }

  get #length(): number {
    return this.#token.length + this.status.length;
  }

  /** The number of bytes at the end that may become the token. */
  #heldBytes(): number {
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

const joined = (chunks: readonly Buffer[]): Buffer => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));

/**
 * Cuts bytes to the limit, because Node passes on the whole chunk that exceeds it; but never inside a UTF-8 character.
 */
export function atMost(bytes: Buffer, mostBytes = maxStreamBytes): Buffer {
  if (bytes.length <= mostBytes) return bytes;
  let end = mostBytes;
  while (end > mostBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
