import type { Readable } from "node:stream";
import { maxStreamBytes } from "../../contract/call-result.js";

interface ContentLimit {
  readonly mostBytes: number;
  /** There is more than `mostBytes`. */
  readonly onFlood: () => void;
  /** Receives what is kept, as it arrives. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined;
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
    const { mostBytes, onFlood, onBytes } = this.#limit;
    const isFull = this.#size > mostBytes;
    this.#size += chunk.length;
    if (isFull || chunk.length === 0) return;
    this.#chunks.push(chunk);
    onBytes?.(chunk);
    if (this.#size > mostBytes) onFlood();
  }

  /** The number of bytes so far, also of those that weren't kept. */
  get size(): number {
    return this.#size;
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

interface PartEvents extends ContentLimit {
  /** Bytes that end the part; without them it has no end. `statusBytes` follow them. */
  readonly end?: Buffer | undefined;
  readonly statusBytes?: number;
  readonly onEnd?: () => void;
  /** Bytes that may come in it, and don't belong to it. */
  readonly notice?: { readonly bytes: Buffer; readonly onNotice: () => void } | undefined;
}

const nothing: Buffer = Buffer.alloc(0);

/** The part of a stream that belongs to one call, in a process that serves many. It ends with random bytes. */
export class StreamPart {
  /** The bytes after its end. */
  status = nothing;
  readonly #events: PartEvents;
  readonly #content: StreamContent;
  /** The end of what has arrived, as far as it may become the end of the part, or a notice. */
  #held = nothing;

  constructor(events: PartEvents) {
    this.#events = events;
    this.#content = new StreamContent(events);
  }

  /** Adds what has arrived. Returns what comes behind its end; `undefined` while it has none. */
  add(chunk: Buffer): Buffer | undefined {
    const { end, statusBytes = 0, onEnd } = this.#events;
    const bytes = this.#withoutNotice(this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]));
    const at = end === undefined ? -1 : bytes.indexOf(end);
    const after = end === undefined || at === -1 ? -1 : at + end.length + statusBytes;
    const kept = at === -1 ? bytes.length - this.#unclear(bytes) : at;
    const isOver = after !== -1 && after <= bytes.length;
    this.#held = isOver ? nothing : bytes.subarray(kept);
    this.#content.add(bytes.subarray(0, kept));
    if (!isOver) return undefined;
    this.status = bytes.subarray(after - statusBytes, after);
    onEnd?.();
    return bytes.subarray(after);
  }

  /** The number of its bytes, also of those that weren't kept. */
  get size(): number {
    return this.#content.size;
  }

  /** All of it, without its end. */
  bytes(): Buffer {
    this.#content.add(this.#held);
    this.#held = nothing;
    return this.#content.bytes();
  }

  #withoutNotice(bytes: Buffer): Buffer {
    const { end, notice } = this.#events;
    const at = notice === undefined ? -1 : bytes.indexOf(notice.bytes);
    if (notice === undefined || at === -1) return bytes;
    // Behind the end, the same bytes mean something else.
    const endAt = end === undefined ? -1 : bytes.indexOf(end);
    if (endAt !== -1 && endAt < at) return bytes;
    notice.onNotice();
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + notice.bytes.length)]);
  }

  /** The number of bytes at the end that may become more than content. */
  #unclear(bytes: Buffer): number {
    const { end, notice } = this.#events;
    return Math.max(...[end, notice?.bytes].map((mark) => (mark === undefined ? 0 : beginning(mark, bytes))));
  }
}

/** The number of bytes at the end of a text that a mark may begin with. */
function beginning(mark: Buffer, bytes: Buffer): number {
  let length = Math.min(mark.length - 1, bytes.length);
  while (length > 0 && bytes.compare(mark, 0, length, bytes.length - length) !== 0) length--;
  return length;
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first = nothing] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : first;
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
