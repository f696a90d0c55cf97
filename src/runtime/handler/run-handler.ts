import type { OutputFormat } from "../contract/definition.js";
import { readStdin } from "../io/read-stdin.js";
import { writeAll } from "../io/write-all.js";
import type { Handler, HandlerContext } from "./handler-context.js";
import { mapStackTraces } from "./map-stack-traces.js";
import { exitedEarly, failureText, neverSettles, notFunction, printedResult } from "./printed-result.js";

/** The tool's settings in a bundle. */
export interface HandlerSettings {
  readonly secrets: readonly string[];
  readonly format: OutputFormat;
  /** True for toolgen's own handler that keeps the connection to a server: what it leaves behind is meant to stay. */
  readonly isKept?: true;
}

let isOver = false;
let terminated = false;
/** The exit code of a call whose result is printed. */
let settledCode: number | undefined;

/** Calls a handler, which a bundle passes on when it is loaded. */
export type ServeHandler = (handler: unknown, settings: HandlerSettings) => void;

/** `warm.cjs` and the bundles that it loads each have their own copy of this module. */
const shared = globalThis as { [serving]?: ServeHandler };
const serving = Symbol.for("toolgen.serveHandler");

/** Returns true in a process that serves many calls. */
export const servesManyCalls = (): boolean => shared[serving] !== undefined;

/** From now on, bundles pass their handlers on instead of calling them. */
export function serveHandlers(serve: ServeHandler): void {
  shared[serving] = serve;
}

/**
 * Guards the process before the handler's own modules are loaded. Their standard output becomes standard error, because
 * only the result may be on standard output. Any other end of the process is reported as a failure.
 * `programs` have loaded the bundle, if that isn't a process's own.
 */
export function guardHandler(bundle: string, ...programs: readonly string[]): void {
  if (shared[serving] !== undefined) return;
  mapStackTraces(bundle, programs);
  Object.defineProperty(process, "stdout", { get: () => process.stderr, configurable: true });
  process.on("uncaughtException", failWith).on("unhandledRejection", failWith);
  process.on("beforeExit", () => failHandler(neverSettles));
  process.on("exit", (code) => {
    if (settledCode !== undefined) endProcess(settledCode);
    if (!isOver) writeFailure(exitedEarly(code));
    if (!isOver) process.exitCode = code === 0 ? 1 : code;
  });
}

/** Calls the handler with the arguments from standard input, prints its result, and ends the process. */
export async function runHandler(handler: unknown, settings: HandlerSettings): Promise<void> {
  if (shared[serving] !== undefined) return shared[serving](handler, settings);
  assertHandler(handler);
  const input = readStdin();
  if (input.kind !== "read") failHandler(`The arguments did not arrive: standard input is ${input.kind}.`);
  const params: unknown = JSON.parse(input.bytes.toString());
  const aborting = new AbortController();
  onTerminate(handler, () => aborting.abort(cancelled()));
  try {
    const returned: unknown = await handler(params, handlerContext(settings, aborting.signal));
    if (isOver) return;
    writeAll(1, printedOrFail(returned, settings.format));
    endProcess(0);
  } catch (error) {
    failWith(error);
  }
}

/** Ends the process if a module exports something else under the handler's name. */
export function assertHandler(handler: unknown): asserts handler is Handler<unknown> {
  if (typeof handler !== "function") failHandler(notFunction);
}

/** The reason of an aborted call. */
export const cancelled = () => new Error("The call was cancelled, or its time is up.");

/** Calls a function when the call is cancelled. A handler that ignores the second argument doesn't notice that. */
export function onTerminate(handler: { readonly length: number }, abort: () => void): void {
  process.on("SIGTERM", () => {
    terminated = true;
    abort();
    if (handler.length < 2) endProcess(143);
  });
}

/** Returns true if the call was cancelled. */
export const isTerminated = () => terminated;

/** From now on, nothing that the handler still does changes the result of the call. */
export function settle(code: number | undefined): void {
  settledCode = code;
}

/** The second argument of a handler. */
export function handlerContext({ secrets }: HandlerSettings, signal: AbortSignal): HandlerContext {
  return {
    signal,
    update: (text) => {
      writeAll(2, `${text}\n`);
    },
    cwd: process.cwd(),
    secrets: Object.fromEntries(secrets.map((name) => [name, process.env[name] ?? ""])),
  };
}

/** Returns what is printed as the result. A value that can't be printed is a failure, which ends the process. */
export function printedOrFail(value: unknown, format: OutputFormat): string | Uint8Array {
  const printed = printedResult(value, format);
  if (!printed.ok) failHandler(printed.problem);
  return printed.text;
}

/** Reports an exception of the handler, and ends the process. */
export function failWith(error: unknown): never {
  failHandler(failureText(error, process.argv[2] ?? "/"));
}

/** Reports a failure of the handler, and ends the process. */
export function failHandler(message: string): never {
  if (!isOver && settledCode === undefined) writeFailure(message);
  endProcess(1);
}

function writeFailure(message: string): void {
  writeAll(2, `${message}\n`);
}

/** Everything is written. A timer or another open handle of the handler must not delay the end. */
export function endProcess(code: number): never {
  isOver = true;
  process.exit(terminated ? 143 : (settledCode ?? code));
}
