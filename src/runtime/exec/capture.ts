import type { Readable } from "node:stream";
import { maxStreamBytes } from "./outcome.js";

/** What a stream held so far. */
export interface Captured {
  bytes(): Buffer;
}

/** Collects a stream, at most `maxStreamBytes` of it; `onFlood` is told once there is more. */
export function capture(stream: Readable, onFlood: () => void): Captured {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size > maxStreamBytes) return;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxStreamBytes) onFlood();
  });
  return { bytes: () => atMost(Buffer.concat(chunks)) };
}

/** Cuts bytes to the limit, for Node hands on the chunk with which it was passed; but never inside a character of UTF-8. */
export function atMost(bytes: Buffer): Buffer {
  if (bytes.length <= maxStreamBytes) return bytes;
  let end = maxStreamBytes;
  while (end > maxStreamBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
