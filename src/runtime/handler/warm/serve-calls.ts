import { writeAll } from "../../io/write-all.js";
import { failureText } from "../failure-text.js";
import type { Handler } from "../handler-context.js";
import {
  assertHandler,
  cancelled,
  endProcess,
  failWith,
  type HandlerSettings,
  handlerContext,
  isTerminated,
  onTerminate,
  printable,
  settle,
} from "../run-handler.js";
import { HeldResult } from "./held-result.js";
import { type Leftovers, leftovers, type Observers } from "./leftovers.js";
import { readRequest, type WarmRequest } from "./read-request.js";

/** Modules may keep more with each call. After so many calls, or with so much memory, a new process is started. */
const mostCalls = 1000;
const mostBytes = 256 * 1024 * 1024;
/** The memory is looked at after so many calls, because that takes as long as all other looks. */
const callsOfLook = 8;

/**
 * Calls a handler again and again. A call that fails, is aborted or leaves something behind ends the process as it ends
 * one that is started for each call. After any other, the token on both outputs says that the next call may come.
 */
export function serveCalls(handler: unknown, settings: HandlerSettings, observers: Observers): void {
  assertHandler(handler);
  const call = { handler, settings };
  let left: Leftovers | undefined;
  let calls = 0;
  const result = new HeldResult();
  // Whatever ends the process from now on, the call has its result.
  process.prependListener("exit", result.write);
  let aborting = new AbortController();
  onTerminate(call.handler, () => aborting.abort(cancelled()));
  const next = () => {
    settle(undefined);
    const request = readRequest();
    if (request === undefined) endProcess(0);
    // After a long wait, Node's clock is behind, and connections may have been closed: a new turn notices both.
    startImmediate(() => startImmediate(() => void serve(request)));
  };
  const serve = async ({ token, input }: WarmRequest) => {
    aborting = new AbortController();
    left ??= leftovers(observers);
    left.begin();
    const { code, printed } = await callHandler(call, input, aborting.signal);
    settle(code);
    calls++;
    result.hold(printed);
    const mayServe =
      calls < mostCalls &&
      !isTerminated() &&
      (settings.isKept === true || (await left.areGone(result.write))) &&
      !(calls % callsOfLook === 0 && process.memoryUsage.rss() > mostBytes);
    const isLast = !mayServe || isTerminated();
    if (isLast || !observers.errors.isWritten()) result.write();
    if (isLast) endProcess(code);
    await observers.errors.written();
    writeAll(2, Buffer.concat([token, Buffer.of(code)]));
    result.writeWith(token);
    next();
  };
  next();
}

interface Callable {
  readonly handler: Handler<unknown>;
  readonly settings: HandlerSettings;
}

interface Ended {
  /** 1 is a failure that the handler expects. */
  readonly code: 0 | 1;
  readonly printed: string | Uint8Array;
}

/** Calls the handler once. A failure that it doesn't expect ends the process. */
async function callHandler({ handler, settings }: Callable, input: Buffer, signal: AbortSignal): Promise<Ended> {
  let returned: unknown;
  try {
    returned = await handler(JSON.parse(input.toString()), handlerContext(settings, signal));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ToolError") failWith(error);
    writeAll(2, `${failureText(error, "/")}\n`);
    return { code: 1, printed: "" };
  }
  return { code: 0, printed: printable(returned, settings.format) };
}

const { setImmediate: startImmediate } = globalThis;
