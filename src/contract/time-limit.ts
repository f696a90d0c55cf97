import type { Script } from "node:vm";
import { errorCode } from "./process.js";

/** Work exceeded its time limit. */
export class TimeLimitReached extends Error {
  constructor(readonly timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

const key = "toolgen.limitedWork";
let globals: { [work: symbol]: unknown } | undefined;
const scripts = new Map<string | undefined, Script>();

/**
 * Does blocking work within a time limit. Only a thread of Node's own can interrupt a regular expression, and only a
 * script with a `timeout` uses one. The work must hold no resources, because `finally` doesn't run when it is
 * interrupted. Stack traces of the work end with a line of `filename`, or of a script without a file.
 */
export function interruptAfter<T>(timeoutMs: number, work: () => T, filename?: string): T {
  const script = scriptNamed(filename);
  const registry = sharedGlobals();
  const symbol = Symbol.for(key);
  const outer = registry[symbol];
  registry[symbol] = work;
  try {
    return script.runInThisContext({ timeout: Math.max(1, Math.ceil(timeoutMs)) }) as T;
  } catch (error) {
    if (errorCode(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new TimeLimitReached(timeoutMs);
    throw error;
  } finally {
    if (outer === undefined) delete registry[symbol];
    else registry[symbol] = outer;
  }
}

/** The globals that a script sees, which differ from this module's own under Jest. */
function sharedGlobals(): { [work: symbol]: unknown } {
  globals ??= new (process.getBuiltinModule("node:vm").Script)("globalThis").runInThisContext() as { [work: symbol]: unknown };
  return globals;
}

function scriptNamed(filename: string | undefined): Script {
  const made = scripts.get(filename);
  if (made) return made;
  const { Script } = process.getBuiltinModule("node:vm");
  const script = new Script(`globalThis[Symbol.for(${JSON.stringify(key)})]()`, filename === undefined ? {} : { filename });
  scripts.set(filename, script);
  return script;
}

/** Waits for work, at most for a time in milliseconds. Returns true if the work was done by then. */
export async function doneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves like the work, or rejects with the signal's reason if it is aborted first. The work itself continues. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Blocks for a moment: for a pipe that its other owner made non-blocking and that is empty or full at the moment. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The longest delay of a timer in milliseconds: Node fires one with a longer delay at once. */
export const longestTimer = 2_147_483_647;

/**
 * How long users may take to answer over MCP: ten minutes. As a server (docs/mcp.md), `askNow` waits that long for its
 * client, and a signed question (`QuestionStates`) is valid that long. As a client, a registry waits that long for its
 * `onElicitation`. In programs that embed toolgen, `confirmTimeoutMs` of `askToConfirm` is the limit. `toolgen run` and
 * pi wait for their user without one.
 */
export const answerTimeMs = 600_000;
