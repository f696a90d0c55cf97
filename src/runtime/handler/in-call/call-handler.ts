import { longestTimer } from "../../contract/longest-timer.js";
import type { RunOutcome } from "../../contract/run-outcome.js";
import { interruptAfter, TimeLimitReached } from "../../io/interrupt-after.js";
import { failureText } from "../failure-text.js";
import type { Handler } from "../handler-context.js";
import { mapStackTraces } from "../map-stack-traces.js";
import { exitedEarly, neverSettles, notFunction, printedResult } from "../printed-result.js";
import { cancelled, type HandlerSettings, handlerContext, serveHandlers } from "../run-handler.js";
import { textResult } from "../text-result.js";
import type { CallGuard } from "./call-guard.js";
import { captureOutput } from "./captured-output.js";
import { dieOf, exitNow, exitProcess, interceptExit, mayEndLate, now, startTimer } from "./intercept-exit.js";

/** How long a handler may take to end when it is aborted. */
export const graceMs = 5000;

/** Shapes the outcome, calls `end`, delivers the result, and ends the process by `exit`. */
export type Finish = (outcome: RunOutcome, process: EndingProcess) => void;

export interface EndingProcess {
  /** From now on, no code of the handler runs. */
  readonly end: () => void;
  readonly exit: (code: number) => void;
}

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
  const began = now();
  const aborting = new AbortController();
  let isOver = false;
  let isLate = false;
  let endedBy: NodeJS.Signals | undefined;

  const end = () => {
    if (!mayEndLate()) guard.end();
  };
  const report = (outcome: RunOutcome) => {
    output.restore();
    if (endedBy === undefined) return finish(outcome, { end, exit: exitNow });
    end();
    dieOf(endedBy);
  };
  const output = captureOutput(() => report({ kind: "flooded", ...output.streams() }));
  const reportExit = (code: number) => {
    isLate ||= now() - began >= timeoutMs;
    if (isLate) report({ kind: "timedOut", timeoutMs, ...output.streams() });
    else report({ kind: "exited", code, ...(code === 0 ? output.resultStreams() : output.streams()) });
  };
  const exit = (code: number) => {
    isOver = true;
    exitProcess(code);
  };
  const fail = (message: string) => {
    if (!isOver) output.add("stderr", `${message}\n`);
    exit(1);
  };
  const failWith = (error: unknown) => fail(failureText(error, projectDir));
  const abort = (handler: Handler<unknown>) => {
    aborting.abort(cancelled());
    // A handler that ignores the second argument doesn't notice that.
    if (handler.length < 2) exit(143);
    else startTimer(exit, graceMs, 143).unref();
  };

  const serve = async (handler: unknown, settings: HandlerSettings) => {
    if (typeof handler !== "function") return fail(notFunction);
    const called = handler as Handler<unknown>;
    const onLimit = () => {
      isLate = true;
      abort(called);
    };
    startTimer(onLimit, Math.min(Math.max(1, timeoutMs - (now() - began)), longestTimer)).unref();
    if (called.length >= 2) abortOnSignals(() => abort(called));
    try {
      const returned: unknown = await called(JSON.parse(input), handlerContext(settings, aborting.signal));
      if (isOver) return;
      const printed = printedResult(returned, settings.format);
      if (!printed.ok) return fail(printed.problem);
      output.addResult(printed.text, textResult(returned, settings.format));
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
  process.on("beforeExit", () => fail(neverSettles));
  process.on("exit", (code) => {
    if (isOver) return;
    output.add("stderr", `${exitedEarly(code)}\n`);
    process.exitCode = code === 0 ? 1 : code;
  });
  interceptExit(reportExit);
  serveHandlers(serve);
  try {
    interruptAfter(Math.min(timeoutMs + graceMs, longestTimer), () => require(bundle), __filename);
  } catch (error) {
    if (error instanceof TimeLimitReached) reportExit(143);
    else failWith(error);
  }
}
