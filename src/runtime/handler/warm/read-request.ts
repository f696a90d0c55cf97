import { readSync } from "node:fs";
import { warmRequest } from "../../contract/warm-request.js";
import { sleepSync } from "../../io/sleep-sync.js";

const { fd, lengthBytes, tokenBytes } = warmRequest;

/** A call of a handler, as the process that keeps this one sends it. */
export interface WarmRequest {
  readonly token: Buffer;
  /** The arguments, as a handler in a process of its own reads them from standard input. */
  readonly input: Buffer;
}

/**
 * Waits for a call, and blocks meanwhile, so that nothing of the last call runs until then. Returns `undefined` if no
 * other call comes.
 */
export function readRequest(): WarmRequest | undefined {
  const head = filled(tokenBytes + lengthBytes);
  const input = head && filled(head.readUInt32LE(tokenBytes));
  return head && input && { token: head.subarray(0, tokenBytes), input };
}

function filled(size: number): Buffer | undefined {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const read = readSome(bytes, at);
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

function readSome(bytes: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(fd, bytes, at, bytes.length - at, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ECONNRESET" || code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      sleepSync(5);
    }
  }
}
