import { type ChildProcess, spawn } from "node:child_process";
import type { PreparedCall } from "../call/prepare.js";
import { type Captured, capture } from "./capture.js";
import { guarded, signalGroup } from "./guarded.js";
import { notFound, notStarted } from "./not-started.js";
import type { RunOutcome } from "./outcome.js";
import { resolveProgram } from "./resolve-program.js";
import { backstopMs } from "./watchdog.js";

export interface AsyncRunOptions {
  readonly timeoutMs: number;
  /** Ends the program's process group: TERM at once, KILL five seconds later. */
  readonly signal: AbortSignal;
}

const termToKillMs = 5000;
/** How long outputs may stay open after the group is gone: only a child that left the group (`setsid`) can hold them. */
const escapedMs = 2000;

/**
 * Runs a program as `run` does, but beside others: the same guard, limits and outcome. Rejects with the signal's reason when it was
 * aborted, once the program is gone.
 */
export async function runAsync(call: PreparedCall, options: AsyncRunOptions): Promise<RunOutcome> {
  options.signal.throwIfAborted();
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const { file, args, env } = guarded(call, found, options.timeoutMs);
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      detached: true,
      cwd: call.cwd,
      env: { ...env },
      stdio: [call.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
  } catch (error) {
    return notStarted(call, codeOf(error));
  }
  const { pid } = child;
  if (pid === undefined) return new Promise((resolve) => child.once("error", (error) => resolve(notStarted(call, codeOf(error)))));
  return follow({ child, leader: pid, stdin: call.stdin }, options);
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

interface Started {
  readonly child: ChildProcess;
  readonly leader: number;
  readonly stdin: string | undefined;
}

function follow({ child, leader, stdin }: Started, { timeoutMs, signal }: AsyncRunOptions): Promise<RunOutcome> {
  const started = process.hrtime.bigint();
  let flooded = false;
  let timedOut = false;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, action: () => void) => void timers.add(setTimeout(action, Math.min(ms, 2_147_483_647)));
  const kill = () => signalGroup(leader, "SIGKILL");
  const onFlood = () => {
    flooded = true;
    kill();
  };
  const onAbort = () => {
    signalGroup(leader, "SIGTERM");
    later(termToKillMs, kill);
  };

  const stdout = captureOf(child.stdout, onFlood);
  const stderr = captureOf(child.stderr, onFlood);
  // A program may leave before it has read its input; that is its own affair.
  child.stdin?.on("error", () => {}).end(stdin);
  signal.addEventListener("abort", onAbort, { once: true });
  // The guard keeps the time; this is for the case that it can't.
  later(backstopMs(timeoutMs), kill);
  child.once("exit", () => {
    timedOut = !flooded && !signal.aborted && Number(process.hrtime.bigint() - started) / 1e6 >= timeoutMs;
    // At the time limit the guard gives the group five seconds after TERM; in every other case what is left is to go at once.
    if (!timedOut) kill();
    later(timedOut ? termToKillMs + escapedMs : escapedMs, () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  });

  return new Promise((resolve, reject) => {
    child.once("close", (code, endedBy) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      const streams = { stdout: stdout.bytes(), stderr: stderr.bytes() };
      if (signal.aborted) reject(signal.reason);
      else if (flooded) resolve({ kind: "flooded", ...streams });
      else if (timedOut) resolve({ kind: "timedOut", timeoutMs, ...streams });
      else if (endedBy !== null) resolve({ kind: "signalled", signal: endedBy, ...streams });
      else resolve({ kind: "exited", code: code ?? 0, ...streams });
    });
  });
}

function captureOf(stream: ChildProcess["stdout"], onFlood: () => void): Captured {
  return stream === null ? { bytes: () => Buffer.alloc(0) } : capture(stream, onFlood);
}
