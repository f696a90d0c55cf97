import { type ChildProcess, spawn } from "node:child_process";
import type { PreparedCall } from "../call/prepare.js";
import { type Captured, capture } from "./capture.js";
import { announced } from "./guarded.js";
import { notFound, notStarted } from "./not-started.js";
import type { RunOutcome } from "./outcome.js";
import { type ProcessGroup, processGroup } from "./process-group.js";
import { guardInput } from "./process-guard.js";
import { resolveProgram } from "./resolve-program.js";

export interface AsyncRunOptions {
  readonly timeoutMs: number;
  /** Ends the program's process group: TERM at once, KILL five seconds later. */
  readonly signal: AbortSignal;
  /** Is told what the program prints on standard output, as it comes. */
  readonly onOutput?: (bytes: Uint8Array) => void;
}

/** How long outputs may stay open after a killed group: only a child that left the group (`setsid`) can hold them. */
const escapedMs = 2000;
const longestTimer = 2_147_483_647;

/**
 * Runs a program as `run` does, but beside others: with the same limits and outcomes, in a process group of its own that is ended at the
 * time limit and when this process ends in whatever way. Rejects with the signal's reason when it was aborted, once the program is gone.
 */
export async function runAsync(call: PreparedCall, options: AsyncRunOptions): Promise<RunOutcome> {
  options.signal.throwIfAborted();
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const { file, args, env } = announced(call, found);
  let child: ChildProcess;
  try {
    const stdin = call.stdin === undefined ? "ignore" : "pipe";
    child = spawn(file, args, { detached: true, cwd: call.cwd, env: { ...env }, stdio: [stdin, "pipe", "pipe", guardInput()] });
  } catch (error) {
    return notStarted(call, codeOf(error));
  }
  const { pid } = child;
  if (pid === undefined) return new Promise((resolve) => child.once("error", (error) => resolve(notStarted(call, codeOf(error)))));
  const group = processGroup(pid);
  // A program may leave before it has read its input; that is its own affair.
  child.stdin?.on("error", () => {}).end(call.stdin);
  return follow(child, group, options);
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function follow(child: ChildProcess, group: ProcessGroup, options: AsyncRunOptions): Promise<RunOutcome> {
  const { timeoutMs, signal } = options;
  let ending: "timedOut" | "aborted" | "flooded" | undefined;
  const end = (reason: typeof ending) => () => {
    ending ??= reason;
    if (reason === "flooded") group.kill();
    else group.end();
  };
  const stdout = captureOf(child.stdout, end("flooded"));
  const stderr = captureOf(child.stderr, end("flooded"));
  if (options.onOutput !== undefined) child.stdout?.on("data", options.onOutput);
  const limit = setTimeout(end("timedOut"), Math.min(timeoutMs, longestTimer));
  const onAbort = end("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  let escaped: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    clearTimeout(limit);
    // What is being ended has five seconds from TERM to KILL; in every other case what is left of the group is to go at once.
    if (ending === undefined) group.kill();
    escaped = setTimeout(() => dropOutputs(child), ending === undefined ? escapedMs : escapedMs + 5000);
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

function dropOutputs({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

function captureOf(stream: ChildProcess["stdout"], onFlood: () => void): Captured {
  return stream === null ? { bytes: () => Buffer.alloc(0) } : capture(stream, onFlood);
}
