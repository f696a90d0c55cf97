import type { RunOutcome } from "../../contract/call-result.js";
import { interruptAfter, longestTimer, TimeLimitReached } from "../../contract/time-limit.js";
import { cancelled, type Handler, type HandlerSettings, handlerContext, serveHandlers } from "../handler.js";
import { signalGroup } from "../process/process-group.js";
import { startDetached } from "../process/start-by-binding.js";
import { watchdogArguments, watchFunctions } from "../process/watchdog.js";
import { type NamedTimeout, timeoutText } from "../report.js";
import { captureOutput } from "./captured-output.js";
import { exitedEarly, failureText, mapStackTraces, neverSettles, notFunction, printedResult, textResult } from "./printed-result.js";

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
      const returned: unknown = await called((settings.parse ?? JSON.parse)(input), handlerContext(settings, aborting.signal));
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

/**
 * Watches the process of a call from another session. Its arguments are those of the watchdog and a sentence. If the
 * client or the reader of the result is gone, it ends the call, with five seconds for the handler to end. If the call
 * still runs at the limit, its handler lets no other code run: then the guard prints the sentence to the call's
 * standard error, which is file descriptor 3, and kills the call.
 */
const script = `trap '' TERM INT HUP
${watchFunctions}
[ "$3" = 0 ] || nap "$3" || nap 1 || exit
left=$4
while [ "$left" -gt 0 ] && kill -0 "$1" && kill -0 "$2"; do
nap 1 || exit
left=$((left - 1))
has_reader "$1" "$5" || break
done
[ -z "$reader" ] || kill -KILL "$reader"
kill -0 "$1" || exit
if [ "$left" -gt 0 ]; then kill -TERM "$1"; nap 5; else echo "$6" >&3; fi
kill -KILL "$1"`;

interface CallGuard {
  /** The call ends by itself. */
  readonly end: () => void;
}

/** Starts the guard; `undefined` if that isn't possible. */
export function startCallGuard({ limitMs, timeout }: { readonly limitMs: number; readonly timeout: NamedTimeout }): CallGuard | undefined {
  const words = watchdogArguments({ timeoutMs: limitMs, answers: true });
  const args = ["-c", script, "toolgen", ...words, timeoutText(timeout)];
  const pid = startDetached({ file: "/bin/sh", args, descriptor: 2 });
  return pid === undefined ? undefined : { end: () => void signalGroup(pid, "SIGKILL") };
}

// A handler may replace functions of its process, but not these.
const { exit, getActiveResourcesInfo, kill, reallyExit } = process as NodeJS.Process & { reallyExit(code: number): never };
const { setTimeout: startTimer } = globalThis;
const { bigint: readClock } = process.hrtime;

/** Milliseconds of a clock. Node would load eleven modules for `performance`. */
const now = () => Number(readClock()) / 1e6;

/** Ends this process after its listeners. */
const exitProcess = (code: number): never => exit.call(process, code);

/** Ends this process at once: no listener runs. */
const exitNow = (code: number): never => reallyExit.call(process, code);

/** Ends this process by a signal. */
function dieOf(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal);
  kill.call(process, process.pid, signal);
  return exitNow(1);
}

/** Returns true if a blocked thread may delay the end of this process: Node waits for reading and writing to end. */
const mayEndLate = () => getActiveResourcesInfo.call(process).some((name) => name.startsWith("FSReq"));

type Emit = (event: string, ...values: unknown[]) => boolean;

/** Calls a function with the exit code in place of the end of this process, after all listeners. */
function interceptExit(onExit: (code: number) => void): void {
  const emit = process.emit as Emit;
  const emitAll: Emit = (event, ...values) => {
    const hadListeners = Reflect.apply(emit, process, [event, ...values]);
    if (event === "exit") onExit(Number(process.exitCode ?? values[0]));
    return hadListeners;
  };
  // A listener that exits ends the process without the other listeners.
  Object.assign(process, { emit: emitAll, reallyExit: onExit });
}
