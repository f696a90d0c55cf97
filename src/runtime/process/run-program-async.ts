import type { ChildProcess } from "node:child_process";
import type { PreparedCall } from "../contract/call.js";
import { longestTimer } from "../contract/longest-timer.js";
import { maxStreamBytes, type RunOutcome } from "../contract/run-outcome.js";
import { type Captured, capture } from "./capture.js";
import type { ProcessGroup } from "./process-group.js";
import { type Startable, startGuarded } from "./process-group.js";

export interface AsyncRunOptions {
  readonly timeoutMs: number;
  /** Ends the program's process group: TERM at once, KILL `graceMs` later. */
  readonly signal: AbortSignal;
  /** Receives the program's standard output (a handler's standard error) while it arrives. */
  readonly onOutput?: (bytes: Uint8Array) => void;
  /** How long a program may take to stop at the time limit or when it is aborted; by default five seconds. */
  readonly graceMs?: number;
  /** The limit of a stream, at which the program is killed; by default `maxStreamBytes`. */
  readonly mostBytes?: number;
}

/**
 * How long outputs may stay open after the group was killed: only a child that left the group (`setsid`) can hold them.
 */
export const escapedMs = 200;

/**
 * Runs a program as `runProgram` does, but concurrently with others: with the same limits and outcomes, in a process
 * group of its own that is ended at the time limit and when this process ends for any reason. Rejects with the signal's
 * reason when aborted, once the program is gone.
 */
export async function runProgramAsync(
  call: Startable & Pick<PreparedCall, "stdin" | "handler">,
  options: AsyncRunOptions,
): Promise<RunOutcome> {
  options.signal.throwIfAborted();
  const started = await startGuarded(call, call.stdin === undefined ? "ignore" : "pipe");
  if (started.kind !== "started") return started;
  // A program may exit before it has read its input; that isn't an error.
  started.child.stdin?.on("error", () => {}).end(call.stdin);
  const reportedStream = call.handler ? started.child.stderr : started.child.stdout;
  if (options.onOutput !== undefined) reportedStream?.on("data", options.onOutput);
  return follow(started.child, started.group, options);
}

function follow(child: ChildProcess, group: ProcessGroup, options: AsyncRunOptions): Promise<RunOutcome> {
  const { timeoutMs, signal, graceMs = 5000, mostBytes = maxStreamBytes } = options;
  let ending: "timedOut" | "aborted" | "flooded" | undefined;
  const end = (reason: typeof ending) => () => {
    ending ??= reason;
    if (reason === "flooded") group.kill();
    else group.end(graceMs);
  };
  const stdout = captureOf(child.stdout, { mostBytes, onFlood: end("flooded") });
  const stderr = captureOf(child.stderr, { mostBytes, onFlood: end("flooded") });
  const limit = setTimeout(end("timedOut"), Math.min(timeoutMs, longestTimer));
  const onAbort = end("aborted");
  // It may have been aborted while the program was being started.
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  let escaped: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    clearTimeout(limit);
    // A group that is being ended has its grace period from TERM to KILL; otherwise the rest of the group is killed at
    // once.
    if (ending === undefined) group.kill();
    // A busy process may not have read them in this time: what is there is read before `setImmediate` calls back.
    escaped = setTimeout(() => setImmediate(() => dropOutputs(child)), ending === undefined ? escapedMs : escapedMs + graceMs);
  });

  return new Promise((resolve, reject) => {
    child.once("close", (code, endedBy) => {
      clearTimeout(escaped);
      signal.removeEventListener("abort", onAbort);
      const streams = { stdout: stdout.bytes(), stderr: stderr.bytes() };
      if (ending === "aborted") reject(signal.reason);
      else if (ending === "flooded") resolve({ kind: "flooded", ...streams });
      else if (ending === "timedOut") resolve({ kind: "timedOut", timeoutMs, ...streams });
      else if (endedBy !== null) resolve({ kind: "signalled", signal: endedBy, ...streams });
      else resolve({ kind: "exited", code: code ?? 0, ...streams });
    });
  });
}

/** Stops reading the outputs of a process that has ended. */
export function dropOutputs({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

function captureOf(stream: ChildProcess["stdout"], limit: { readonly mostBytes: number; readonly onFlood: () => void }): Captured {
  return stream === null ? { bytes: () => Buffer.alloc(0) } : capture(stream, limit);
}
