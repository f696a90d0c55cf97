import type { SpawnSyncOptions } from "node:child_process";
import type { PreparedCall } from "../contract/call.js";
import { maxStreamBytes, type RunOutcome } from "../contract/run-outcome.js";
import { atMost } from "./capture.js";
import { resolveProgram } from "./resolve-program.js";
import { signalGroup } from "./signal-group.js";
import { notFound, spawnError } from "./spawn-error.late.js";
import { backstopMs } from "./watchdog.js";
import { withWatchdog } from "./watched-command.js";

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
  // Loaded here, because a call that sends a request needs none of it.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const started = process.hrtime.bigint();
  const result = spawnSync(file, args, options(call, { env, timeoutMs }));
  const elapsedMs = Number(process.hrtime.bigint() - started) / 1e6;
  const code = (result.error as NodeJS.ErrnoException | undefined)?.code;
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

type Options = SpawnSyncOptions & { readonly detached: true; readonly encoding: "buffer" };

/** `detached`, which Node's types leave out of `spawnSync`, makes the child the leader of a new group. */
function options(
  call: PreparedCall,
  { env, timeoutMs }: { readonly env: Readonly<Record<string, string>>; readonly timeoutMs: number },
): Options {
  return {
    detached: true,
    encoding: "buffer",
    cwd: call.cwd,
    env: { ...env },
    stdio: [call.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(call.stdin === undefined ? {} : { input: Buffer.from(call.stdin) }),
    maxBuffer: maxStreamBytes,
    timeout: backstopMs(timeoutMs),
    killSignal: "SIGKILL",
  };
}
