import { readSync } from "node:fs";
import { writeAll } from "../../contract/stdio.js";
import { sleepSync } from "../../contract/time-limit.js";
import {
  assertHandler,
  cancelled,
  endProcess,
  failWith,
  type Handler,
  type HandlerSettings,
  handlerContext,
  isTerminated,
  onTerminate,
  printedOrFail,
  settle,
} from "../handler.js";
import { headBytes, warmRequest } from "../process/warm-request.js";
import { mcpText } from "../report.js";
import { type Leftovers, leftovers } from "./leftovers.js";
import type { Observers } from "./observers.js";
import { failureText, textResult } from "./printed-result.js";

/**
 * Modules may keep more with each call. After so many calls, or with so much memory, a new process is started. That
 * takes 44 ms, which are an eighth of the time of 1,000 quick calls, and not much of that of 10,000.
 */
const mostCalls = 10_000;
const mostBytes = 256 * 1024 * 1024;
/** In a shorter wait, Node's clock falls behind by less than timers measure. */
const shortWaitNs = 1_000_000n;
/** The memory is looked at after so many calls, because that takes as long as all other looks. */
const callsOfLook = 8;

/**
 * Calls a handler again and again. A call that fails, is aborted or leaves something behind ends the process as it ends
 * one that is started for each call. After any other, the token on standard output says that the next call may come.
 */
export function serveCalls(handler: unknown, settings: HandlerSettings, observers: Observers): void {
  assertHandler(handler);
  const result = new HeldResult();
  const call = { handler, settings, result };
  let left: Leftovers | undefined;
  let calls = 0;
  // Whatever ends the process from now on, the call has its result.
  process.prependListener("exit", result.write);
  let aborting = new AbortController();
  onTerminate(call.handler, () => aborting.abort(cancelled()));
  const next = () => {
    settle(undefined);
    const before = readClock();
    const request = unread.next();
    if (request === undefined) endProcess(0);
    if (readClock() - before < shortWaitNs) void serve(request);
    // After a long wait, Node's clock is behind, and connections may have been closed: a new turn notices both.
    else startImmediate(() => startImmediate(() => void serve(request)));
  };
  const serve = async ({ token, input, isLater }: WarmRequest) => {
    aborting = new AbortController();
    left ??= leftovers(observers);
    left.begin();
    if (isLater) writeAll(2, token);
    const began = readClock();
    const returning = unread.hasCalls() ? startTimer(returnCalls, returnMs).unref() : undefined;
    const code = await callHandler(call, input, aborting.signal);
    stopTimer(returning);
    const ms = Math.min(255, Number((readClock() - began) / 1_000_000n));
    calls++;
    // Work that the handler didn't await may go on without a wait: it must not reach the next call. But a timer must
    // not fire: it could print something that a process for one call would not.
    const mayWait = settings.isKept === true || !left.hasTimers();
    if (mayWait) await new Promise<void>((resolve) => void startImmediate(resolve));
    const mayServe =
      calls < mostCalls &&
      !isTerminated() &&
      (settings.isKept === true || (await left.areGone(result.write))) &&
      !(calls % callsOfLook === 0 && process.memoryUsage.rss() > mostBytes);
    const isLast = !mayServe || isTerminated();
    if (isLast || !observers.errors.isWritten()) result.write();
    // The end of the process would lose what isn't written yet.
    if (mayWait) await observers.errors.written();
    if (isLast) endProcess(code);
    result.writeWith(token, { code, ms });
    next();
  };
  next();
}

interface Callable {
  readonly handler: Handler<unknown>;
  readonly settings: HandlerSettings;
  readonly result: HeldResult;
}

/**
 * Calls the handler once and settles its result. Returns 1 for a failure that the handler expects; any other ends the
 * process.
 */
async function callHandler({ handler, settings, result }: Callable, input: Buffer, signal: AbortSignal): Promise<0 | 1> {
  let returned: unknown;
  try {
    returned = await handler((settings.parse ?? JSON.parse)(input.toString()), handlerContext(settings, signal));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ToolError") failWith(error);
    writeAll(2, `${failureText(error, "/")}\n`);
    settle(1);
    return 1;
  }
  const text = textResult(returned, settings.format);
  if (text !== undefined && Buffer.byteLength(text) <= warmRequest.mostTextBytes) result.holdText(text);
  else result.hold(printedOrFail(returned, settings.format));
  settle(0);
  return 0;
}

/** Gives the calls back that wait behind one which takes long: others may run them earlier. */
function returnCalls(): void {
  const token = unread.forgetCalls();
  if (token !== undefined) writeAll(1, token);
}

/** A call may take so long before those behind it are given back. In milliseconds. */
const returnMs = 10;

// A handler may replace functions of its process, but not these.
const { setImmediate: startImmediate, setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
const { bigint: readClock } = process.hrtime;

/**
 * The result of a call until it is written. Most calls leave nothing behind, and then it goes with the token in one
 * write, which is also one for the reader. If the process has to wait, it is written before.
 */
class HeldResult {
  #bytes: Buffer = Buffer.alloc(0);
  #text: string | undefined;

  hold(printed: string | Uint8Array): void {
    this.#bytes = Buffer.from(printed);
  }

  /** Holds a text that is a result in MCP's format, which needn't be printed as JSON and read again. */
  holdText(text: string): void {
    this.#text = text;
  }

  readonly write = (): void => {
    const bytes = this.#text === undefined ? this.#bytes : Buffer.from(mcpText(this.#text));
    this.#forget();
    if (bytes.length > 0) writeAll(1, bytes);
  };

  writeWith(token: Uint8Array, { code, ms }: { readonly code: number; readonly ms: number }): void {
    const bytes = this.#text === undefined ? this.#bytes : Buffer.from(this.#text);
    const status = Buffer.alloc(warmRequest.statusBytes);
    status.writeUInt32LE(this.#text === undefined ? warmRequest.noText : bytes.length);
    status[warmRequest.codeAt] = code;
    status[warmRequest.msAt] = ms;
    this.#forget();
    writeAll(1, Buffer.concat([bytes, token, status]));
  }

  #forget(): void {
    this.#bytes = Buffer.alloc(0);
    this.#text = undefined;
  }
}

const { fd, lengthBytes, tokenBytes } = warmRequest;

/** A call of a handler, as the process that keeps this one sends it. */
interface WarmRequest {
  readonly token: Buffer;
  /** The arguments, as a handler in a process of its own reads them from standard input. */
  readonly input: Buffer;
  /** True if it was sent behind another call. */
  readonly isLater: boolean;
}

/** Most calls fit in it. The parts of one call are used up before the next one is read. */
const usual = Buffer.alloc(64 * 1024);

/** The bytes of calls that were read and have not begun. */
class UnreadCalls {
  #bytes = usual;
  #at = 0;
  #end = 0;

  hasCalls(): boolean {
    return this.#end > this.#at;
  }

  /** Forgets all calls. Returns the token of the first of them. */
  forgetCalls(): Buffer | undefined {
    if (!this.hasCalls()) return undefined;
    const token = this.#bytes.subarray(this.#at, this.#at + tokenBytes);
    this.#end = this.#at;
    return token;
  }

  /**
   * Returns the next call. If it must be waited for, this blocks, so that nothing of the last call runs until then.
   * Returns `undefined` if no other call comes.
   */
  next(): WarmRequest | undefined {
    const isLater = this.hasCalls();
    if (!isLater) {
      this.#bytes = usual;
      this.#at = 0;
      this.#end = 0;
    }
    if (!this.#read(headBytes)) return undefined;
    const length = this.#bytes.readUInt32LE(this.#at + tokenBytes);
    const rest = this.#bytes.readUInt32LE(this.#at + tokenBytes + lengthBytes);
    if (!this.#read(headBytes + length + rest)) return undefined;
    const start = this.#at + headBytes;
    const request = {
      token: this.#bytes.subarray(this.#at, this.#at + tokenBytes),
      input: this.#bytes.subarray(start, start + length),
      isLater,
    };
    this.#at = start + length;
    return request;
  }

  /** Reads until there are so many bytes. Returns false if they don't come. */
  #read(size: number): boolean {
    if (this.#at + size > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at, this.#end)], size);
      this.#end -= this.#at;
      this.#at = 0;
    }
    while (this.#end - this.#at < size) {
      const read = readSome(this.#bytes, this.#end);
      if (read === 0) return false;
      this.#end += read;
    }
    return true;
  }
}

const unread = new UnreadCalls();

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
