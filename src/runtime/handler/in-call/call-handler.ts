import type { RunOutcome } from "../../contract/run-outcome.js";
import { oneLine } from "../../text/one-line.js";
import { failureText } from "../failure-text.js";
import type { Handler } from "../handler-context.js";
import { mapStackTraces } from "../map-stack-traces.js";
import { resultText } from "../result-text.js";
import { cancelled, type HandlerSettings, handlerContext, serveHandlers } from "../run-handler.js";
import type { CallGuard } from "./call-guard.js";
import { captureOutput } from "./captured-output.js";
import { runWithLimit } from "./run-with-limit.js";

/** How long a handler may take to end when it is aborted. */
export const graceMs = 5000;
const longestTimer = 2_147_483_647;

/** Reports the outcome, and ends the process. */
export type Finish = (outcome: RunOutcome) => void;

interface HandlerCall {
  readonly bundle: string;
  readonly projectDir: string;
  readonly input: string;
}

interface CallOptions {
  readonly timeoutMs: number;
  readonly guard: CallGuard;
  readonly finish: Finish;
}

/** Loads the bundle of a handler and calls the handler. Every end of this process becomes an outcome. */
export function callHandler({ bundle, projectDir, input }: HandlerCall, { timeoutMs, guard, finish }: CallOptions): void {
  const began = performance.now();
  const aborting = new AbortController();
  let isOver = false;
  let isLate = false;
  let endedBy: NodeJS.Signals | undefined;

  const report = (outcome: RunOutcome) => {
    if (isOver) return;
    isOver = true;
    guard.end();
    output.restore();
    if (endedBy === undefined) return finish(outcome);
    process.removeAllListeners(endedBy);
    process.kill(process.pid, endedBy);
  };
  const output = captureOutput(() => report({ kind: "flooded", ...output.streams() }));
  const exit = (code: number) => {
    const streams = output.streams();
    isLate ||= performance.now() - began >= timeoutMs;
    report(isLate ? { kind: "timedOut", timeoutMs, ...streams } : { kind: "exited", code, ...streams });
  };
  const fail = (message: string, code = 1) => {
    output.add("stderr", `${message}\n`);
    exit(code);
  };
  const failWith = (error: unknown) => fail(failureText(error, projectDir));
  const abort = (handler: Handler<unknown>) => {
    aborting.abort(cancelled());
    // A handler that ignores the second argument doesn't notice that.
    if (handler.length < 2) exit(143);
    else setTimeout(exit, graceMs, 143).unref();
  };

  const serve = async (handler: unknown, settings: HandlerSettings) => {
    if (typeof handler !== "function") return fail("The handler that the spec names is not a function.");
    const called = handler as Handler<unknown>;
    const onLimit = () => {
      isLate = true;
      abort(called);
    };
    setTimeout(onLimit, Math.min(Math.max(1, timeoutMs - (performance.now() - began)), longestTimer)).unref();
    if (called.length >= 2) abortOnSignals(() => abort(called));
    try {
      const returned: unknown = await called(JSON.parse(input), handlerContext(settings, aborting.signal));
      if (isOver) return;
      const printed = printedResult(returned, settings);
      if (!printed.ok) return fail(printed.problem);
      output.add("stdout", printed.text);
      exit(0);
    } catch (error) {
      failWith(error);
    }
  };
  const abortOnSignals = (onSignal: () => void) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.once(signal, () => {
        endedBy ??= signal;
        onSignal();
      });
  };

  mapStackTraces(bundle, [__filename, process.mainModule?.filename ?? ""]);
  process.on("uncaughtException", failWith).on("unhandledRejection", failWith);
  process.on("beforeExit", () => fail("The handler returned a promise that never settles."));
  process.on("exit", (code) => fail(`The handler ended the process with code ${code} before it returned a result.`, code === 0 ? 1 : code));
  serveHandlers(serve);
  try {
    if (!runWithLimit(() => require(bundle), Math.min(timeoutMs + graceMs, longestTimer))) exit(143);
  } catch (error) {
    failWith(error);
  }
}

type PrintedResult = { readonly ok: true; readonly text: string | Uint8Array } | { readonly ok: false; readonly problem: string };

function printedResult(value: unknown, { format }: HandlerSettings): PrintedResult {
  try {
    return { ok: true, text: resultText(value, format) };
  } catch (error) {
    // JavaScript's message about a circular structure has several lines.
    const why = oneLine(error instanceof Error ? error.message : String(error));
    return { ok: false, problem: `The handler's result can't be converted to JSON: ${why}.` };
  }
}
