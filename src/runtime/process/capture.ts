import type { Readable } from "node:stream";
import { maxStreamBytes } from "../contract/run-outcome.js";

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
