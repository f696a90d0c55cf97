import type { OutputFormat } from "../contract/definition.js";
import { readStdin } from "../io/read-stdin.js";
import { writeAll } from "../io/write-all.js";
import { oneLine } from "../text/one-line.js";
import { failureText } from "./failure-text.js";
import type { HandlerContext } from "./handler-context.js";
import { mapStackTraces } from "./map-stack-traces.js";
import { resultText } from "./result-text.js";

/** The tool's settings in a bundle. */
export interface HandlerSettings {
  readonly secrets: readonly string[];
  readonly format: OutputFormat;
}

const aborting = new AbortController();
let isOver = false;
let isTerminated = false;

/**
 * Guards the process before the handler's own modules are loaded. Their standard output becomes standard error, because
 * only the result may be on standard output. Any other end of the process is reported as a failure.
 */
export function guardHandler(bundle: string): void {
  mapStackTraces(bundle);
  Object.defineProperty(process, "stdout", { get: () => process.stderr, configurable: true });
  process.on("uncaughtException", fail).on("unhandledRejection", fail);
  process.on("beforeExit", () => reportFailure("The handler returned a promise that never settles."));
  process.on("exit", (code) => {
    if (!isOver) writeFailure(`The handler ended the process with code ${code} before it returned a result.`);
    if (!isOver) process.exitCode = code === 0 ? 1 : code;
  });
}

/** Calls the handler with the arguments from standard input, prints its result, and ends the process. */
export async function runHandler(handler: unknown, settings: HandlerSettings): Promise<void> {
  if (typeof handler !== "function") return reportFailure("The handler that the spec names is not a function.");
  const input = readStdin();
  if (input.kind !== "read") return reportFailure(`The arguments did not arrive: standard input is ${input.kind}.`);
  const params: unknown = JSON.parse(input.bytes.toString());
  // A handler that ignores the second argument doesn't notice the abort.
  process.on("SIGTERM", () => {
    isTerminated = true;
    aborting.abort(new Error("The call was cancelled, or its time is up."));
    if (handler.length < 2) end(143);
  });
  try {
    const returned: unknown = await handler(params, contextOf(settings));
    if (!isOver) succeed(returned, settings.format);
  } catch (error) {
    fail(error);
  }
}

function contextOf({ secrets }: HandlerSettings): HandlerContext {
  return {
    signal: aborting.signal,
    update: (text) => {
      writeAll(2, `${text}\n`);
    },
    cwd: process.cwd(),
    secrets: Object.fromEntries(secrets.map((name) => [name, process.env[name] ?? ""])),
  };
}

function succeed(value: unknown, format: OutputFormat): void {
  let text: string | Uint8Array;
  try {
    text = resultText(value, format);
  } catch (error) {
    // JavaScript's message about a circular structure has several lines.
    const why = oneLine(error instanceof Error ? error.message : String(error));
    reportFailure(`The handler's result can't be converted to JSON: ${why}.`);
    return;
  }
  writeAll(1, text);
  end(0);
}

function fail(error: unknown): void {
  reportFailure(failureText(error, process.argv[2] ?? "/"));
}

function reportFailure(message: string): void {
  if (!isOver) writeFailure(message);
  end(1);
}

function writeFailure(message: string): void {
  writeAll(2, `${message}\n`);
}

/** Everything is written. A timer or another open handle of the handler must not delay the end. */
function end(code: number): void {
  isOver = true;
  process.exit(isTerminated ? 143 : code);
}
