import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import type { PreparedCall } from "../contract/call.js";
import { maxStreamBytes, type NotStarted, type RunOutcome } from "../contract/call-result.js";
import { longestTimer } from "../contract/time-limit.js";
import { resolveProgram } from "./build-command.js";
import { atMost, type Captured, capture } from "./process/marked-output.js";
import { startAndWait, startByBinding } from "./process/start-by-binding.js";
import { backstopMs, withGroupGuard, withWatchdog } from "./process/watchdog.js";
import { notFound, spawnError } from "./start-problem.late.js";

export interface RunOptions {
  readonly timeoutMs: number;
  /**
   * True if the result goes to this process's standard output, so that the program is ended when nothing reads that any
   * more.
   */
  readonly answers?: boolean;
}

/**
 * Runs a program to its end, in a process group of its own that is ended at the time limit, when this process dies and
 * when the process that started this one dies. Nothing of the group outlives the call, background children included;
 * only a child that leaves the group (`setsid`) escapes. The program's exit status and signal are unchanged, because
 * the shell that sets up the guard becomes the program.
 */
export function runProgram(call: PreparedCall, { timeoutMs, answers = false }: RunOptions): RunOutcome {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  const { file, args, env } = withWatchdog(call, found, { timeoutMs, answers });
  const input = call.stdin === undefined ? undefined : Buffer.from(call.stdin);
  const program = { file, args, env, cwd: call.cwd, input, maxBuffer: maxStreamBytes, timeout: backstopMs(timeoutMs) };
  const started = process.hrtime.bigint();
  // Programs that embed tools keep to Node's documented modules.
  const result = (answers ? startByBinding(program) : undefined) ?? startAndWait(program);
  const elapsedMs = Number(process.hrtime.bigint() - started) / 1e6;
  const { code } = result;
  // Node sets no status and no signal for a process that it could not start.
  if (result.status === null && result.signal === null) return spawnError(call, code);
  const streams = { stdout: atMost(result.stdout), stderr: atMost(result.stderr) };
  const timedOut = elapsedMs >= timeoutMs && code !== "ENOBUFS";
  // At the time limit the guard gives the group five seconds after TERM; otherwise the rest is killed at once.
  if (!timedOut) signalGroup(result.pid, "SIGKILL");
  if (code === "ENOBUFS") return { kind: "flooded", ...streams };
  if (timedOut) return { kind: "timedOut", timeoutMs, ...streams };
  if (result.signal !== null) return { kind: "signalled", signal: result.signal, ...streams };
  return { kind: "exited", code: result.status ?? 0, ...streams };
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

function captureOf(stream: ChildProcess["stdout"], limit: { readonly mostBytes: number; readonly onFlood: () => void }): Captured {
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

const lookMs = 100;

/** The process group of a program that leads it. It is ended with this process. */
export interface ProcessGroup {
  /** TERM now, and KILL `graceMs` later to what is left; by default five seconds. */
  end(graceMs?: number): void;
  /** KILL now. */
  kill(): void;
}

function processGroup(leader: number): ProcessGroup {
  protect(leader);
  let watch: NodeJS.Timeout | undefined;
  const over = () => {
    clearInterval(watch);
    release(leader);
  };
  return {
    end: (graceMs = 5000) => {
      if (watch !== undefined) return;
      signalGroup(leader, "SIGTERM");
      const started = performance.now();
      watch = setInterval(() => {
        const patient = performance.now() - started < graceMs;
        const isRunning = signalGroup(leader, patient ? 0 : "SIGKILL");
        if (!isRunning || !patient) over();
      }, lookMs);
      // If this process ends earlier, the guard does the rest.
      watch.unref();
    },
    kill: () => {
      signalGroup(leader, "SIGKILL");
      over();
    },
  };
}

/**
 * Ends the process groups that this process leaves behind, however it ends, even by SIGKILL. One small shell does this
 * for all of them. It reads when each group begins and ends, until no writer is left. `run` has a guard in each group
 * instead, which costs a call some milliseconds.
 */
const script = `trap '' TERM INT HUP
live=
while read -r sign leader; do
case $sign in
+) live="$live $leader" ;;
*) rest=
for one in $live; do [ "$one" = "$leader" ] || rest="$rest $one"; done
live=$rest ;;
esac
done
for leader in $live; do kill -TERM "-$leader"; done
for second in 1 2 3 4 5; do
rest=
for leader in $live; do kill -0 "-$leader" && rest="$rest $leader"; done
live=$rest
[ "$live" ] || exit
command -p sleep 1 || sleep 1
done
for leader in $live; do kill -KILL "-$leader"; done`;

const live = new Set<number>();
let guard: ChildProcess | undefined;

/** Where the leader of a group announces itself before it becomes the program, so that it never runs unguarded. */
function guardInput(): Writable | null {
  guard ??= start();
  return guard.stdin;
}

/** Registers an announced group. If the guard is killed, the next one gets it too. */
function protect(leader: number): void {
  live.add(leader);
}

/** The group is gone; its number may be reused. */
function release(leader: number): void {
  if (live.delete(leader)) guard?.stdin?.write(`- ${leader}\n`);
}

function start(): ChildProcess {
  // A session of its own: a signal to this process and its group must not end the guard.
  const started = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"], cwd: "/" });
  const forget = () => {
    if (guard === started) guard = undefined;
  };
  started.on("error", forget).on("exit", forget);
  started.stdin.on("error", forget);
  for (const leader of live) started.stdin.write(`+ ${leader}\n`);
  // It must not keep this process alive.
  started.unref();
  if ("unref" in started.stdin && typeof started.stdin.unref === "function") started.stdin.unref();
  return started;
}

/** Signals a whole process group, by the process that leads it. Returns false if there was none. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
