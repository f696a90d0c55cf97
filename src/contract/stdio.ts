import { isUtf8 } from "node:buffer";
import { constants, fstatSync, openSync, readvSync, type Stats, statSync, writevSync } from "node:fs";
import { processFlags } from "./process.js";
import { sleepSync } from "./time-limit.js";

/** The content of standard input. `overlong`: more than `maxInputBytes`, which was dropped. */
export type StdinInput =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "terminal" | "overlong" }
  | { readonly kind: "unreadable"; readonly code: string };

/** The limit of standard input that is kept. */
export const maxInputBytes = 64 * 1024 * 1024;

/** Most parameters fit into this. */
const firstBytes = 4096;
const chunkBytes = 64 * 1024;

/**
 * Reads standard input to its end, whatever the outcome of the call, because Gemini CLI ends with EPIPE if a program
 * exits before it has read everything. A terminal isn't read, because the user would have to type. `readFileSync` loses
 * its data at an EAGAIN.
 */
export function readStdin(): StdinInput {
  try {
    const stdin = fstatSync(0);
    if (stdin.isCharacterDevice() && isTerminal(stdin)) return { kind: "terminal" };
    return readAll(stdin.isFIFO() ? reopened() : 0);
  } catch (error) {
    return { kind: "unreadable", code: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** Asks `node:tty`, which loads Node's sockets and streams, only about devices other than /dev/null. */
const isTerminal = ({ rdev }: Stats): boolean =>
  statSync("/dev/null", { throwIfNoEntry: false })?.rdev !== rdev && process.getBuiltinModule("node:tty").isatty(0);

/**
 * A pipe that a process other than the client holds open doesn't end with the client. On Linux it is reopened so that a
 * read doesn't block, and only for this process. The socket that Node gives its children always ends with the client.
 */
function reopened(): number {
  try {
    return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return 0;
  }
}

function readAll(fd: number): StdinInput {
  const first = new Uint8Array(firstBytes);
  const size = fill(first, fd);
  return size < firstBytes ? { kind: "read", bytes: Buffer.from(first.buffer, 0, size) } : readOn(first, fd);
}

function readOn(first: Uint8Array, fd: number): StdinInput {
  const chunks = [first];
  let total = first.length;
  for (let size = chunkBytes; size === chunkBytes; ) {
    const chunk = new Uint8Array(chunkBytes);
    size = fill(chunk, fd);
    total += size;
    if (total <= maxInputBytes) chunks.push(chunk.subarray(0, size));
    else chunks.length = 0;
  }
  return total > maxInputBytes ? { kind: "overlong" } : { kind: "read", bytes: Buffer.concat(chunks) };
}

/**
 * Reads until the buffer is full, the input ends or the client is gone; returns the number of bytes. Node compiles
 * `readvSync` in half the time of `readSync`.
 */
function fill(buffer: Uint8Array, fd: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    try {
      const size = readvSync(fd, [filled === 0 ? buffer : buffer.subarray(filled)]);
      if (size === 0) break;
      filled += size;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF" || (code === "EAGAIN" && isClientGone())) break;
      if (code !== "EAGAIN") throw error;
      sleepSync(5);
    }
  }
  return filled;
}

/**
 * Returns the error code if standard input can't be read as a stream. For a folder, Node silently makes an empty
 * stream.
 */
export function stdinProblem(): string | undefined {
  try {
    return fstatSync(0).isDirectory() ? "EISDIR" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/**
 * Writes everything, in one write if the system allows it. Returns false if further writes are useless. A reader that
 * has gone away isn't an error, because there is no reader for the message.
 */
export function writeAll(fd: number, data: string | Uint8Array): boolean {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writevSync(fd, [at === 0 ? bytes : bytes.subarray(at)]);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      sleepSync(5);
    }
  }
  return true;
}

/** The process that started this one. When it dies, the system gives this process another parent. */
const client = process.ppid;

/** The client of this process has died. */
export function isClientGone(): boolean {
  return process.ppid !== client;
}

/**
 * Returns true if the client of this process has died or is dying. The system closes the files of a dying process
 * before it gives its children another parent, so that an empty input can be the first sign. Linux marks such a process
 * before it closes its files. Elsewhere, this waits for the other parent.
 */
export function isClientDying(): boolean {
  const flags = processFlags(client);
  for (let remaining = flags === 0 ? 10 : 0; remaining > 0 && !isClientGone(); remaining--) sleepSync(5);
  return isClientGone() || (flags & exiting) !== 0;
}

/** Linux's `PF_EXITING`, which each thread of a dying process has. */
const exiting = 4;

/**
 * Returns the text of UTF-8 bytes; `undefined` if they are invalid. Invalid bytes decode to U+FFFD, so only texts with
 * it are checked.
 */
export function utf8Text(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return text.includes("\uFFFD") && !isUtf8(bytes) ? undefined : text;
}
