import { type ChildProcess, spawn } from "node:child_process";
import type { PreparedCall } from "../contract/call.js";
import { maxStreamBytes, type NotStarted, type RunOutcome } from "../contract/call-result.js";
import { longestTimer } from "../contract/time-limit.js";
import { resolveProgram } from "./build-command.js";
import { startAndFollow, startAndWait, type WaitedProgram, type WaitedResult } from "./process/follow-program.js";
import { atMost, capture, type StreamContent } from "./process/marked-output.js";
import { guardInput, type ProcessGroup, processGroup, signalGroup } from "./process/process-group.js";
import { startByBinding } from "./process/start-by-binding.js";
import { backstopMs, withGroupGuard, withWatchdog } from "./process/watchdog.js";
import { notFound, spawnError } from "./start-problem.late.js";

/**
 * Runs a program to its end, in a process group of its own that is ended at the time limit, when this process dies and
 * when the process that started this one dies. Nothing of the group outlives the call, background children included;
 * only a child that leaves the group (`setsid`) escapes. The program's exit status and signal are unchanged, because
 * the shell that sets up the guard becomes the program. Blocks, also while such a child holds the outputs open.
 */
export function runProgram(call: PreparedCall, { timeoutMs }: RunOptions): RunOutcome {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const elapsed = stopwatch();
  const result = startAndWait(watchedProgram(call, found, { timeoutMs, answers: false }));
  const isLate = elapsed() >= timeoutMs;
  endGroup(result.pid, isLate);
  return outcomeOf(result, { call, timeoutMs, isLate });
}

/**
 * Runs a program as `runProgram` does, for a process that was started for this call: its result goes to this process's
 * standard output, so that the program is ended when nothing reads that any more. Doesn't wait for a child that left
 * the group.
 */
export async function runWatched(call: PreparedCall, { timeoutMs }: RunOptions): Promise<RunOutcome> {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const elapsed = stopwatch();
  let isLate = false;
  const onExit = (pid: number) => {
    isLate = elapsed() >= timeoutMs;
    endGroup(pid, isLate);
    return isLate ? escapedMs + killMs : escapedMs;
  };
  const program = { ...watchedProgram(call, found, { timeoutMs, answers: true }), onExit };
  return outcomeOf(await (startByBinding(program) ?? startAndFollow(program)), { call, timeoutMs, isLate });
}

function watchedProgram(
  call: PreparedCall,
  found: string,
  limits: { readonly timeoutMs: number; readonly answers: boolean },
): WaitedProgram {
  const { file, args, env } = withWatchdog(call, found, limits);
  const input = call.stdin === undefined ? undefined : Buffer.from(call.stdin);
  return { file, args, env, cwd: call.cwd, input, maxBuffer: maxStreamBytes, timeout: backstopMs(limits.timeoutMs) };
}

function stopwatch(): () => number {
  const started = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - started) / 1e6;
}

/** The time that a group has between TERM and KILL. */
const killMs = 5000;

/** At the time limit the guard gives the group some seconds after TERM; otherwise the rest is killed at once. */
function endGroup(leader: number, isLate: boolean): void {
  if (leader > 0 && !isLate) signalGroup(leader, "SIGKILL");
}

interface ProgramEnd {
  readonly call: PreparedCall;
  readonly timeoutMs: number;
  readonly isLate: boolean;
}

function outcomeOf({ code, signal, status, ...printed }: WaitedResult, { call, timeoutMs, isLate }: ProgramEnd): RunOutcome {
  // Node sets no status and no signal for a process that it could not start.
  if (status === null && signal === null) return spawnError(call, code);
  const streams = { stdout: atMost(printed.stdout), stderr: atMost(printed.stderr) };
  if (code === "ENOBUFS") return { kind: "flooded", ...streams };
  if (isLate) return { kind: "timedOut", timeoutMs, ...streams };
  if (signal !== null) return { kind: "signalled", signal, ...streams };
  return { kind: "exited", code: status ?? 0, ...streams };
}

export { type ProcessGroup, signalGroup } from "./process/process-group.js";

export interface RunOptions {
  readonly timeoutMs: number;
}

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

function captureOf(stream: ChildProcess["stdout"], limit: ConstructorParameters<typeof StreamContent>[0]): Pick<StreamContent, "bytes"> {
  return stream === null ? { bytes: () => Buffer.alloc(0) } : capture(stream, limit);
}

/** A program to start: its arguments, working directory and whole environment. */
export type Startable = Pick<PreparedCall, "program" | "args" | "cwd" | "env">;

/**
 * `pipe`: this process writes to it. `ignore`: it is empty and closed. `requests`: it is empty and closed, and this
 * process writes to another one, `warmRequest.fd`.
 */
type ProcessInput = "pipe" | "ignore" | "requests";

type StartedProcess = { readonly kind: "started"; readonly child: ChildProcess; readonly group: ProcessGroup } | NotStarted;

/** Starts a program in a process group of its own, which is ended when this process ends for any reason. */
export async function startGuarded(startable: Startable, input: ProcessInput): Promise<StartedProcess> {
  const query = { program: startable.program, cwd: startable.cwd, path: startable.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const { file, args, env } = withGroupGuard(startable, found);
  let child: ChildProcess;
  try {
    const streams = ["pipe", "pipe", guardInput()] as const;
    const stdio = input === "requests" ? (["ignore", ...streams, "pipe"] as const) : ([input, ...streams] as const);
    child = spawn(file, args, { detached: true, cwd: startable.cwd, env: { ...env }, stdio: [...stdio] });
  } catch (error) {
    return spawnError(startable, codeOf(error));
  }
  const { pid } = child;
  if (pid === undefined) return new Promise((resolve) => child.once("error", (error) => resolve(spawnError(startable, codeOf(error)))));
  return { kind: "started", child, group: processGroup(pid) };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
