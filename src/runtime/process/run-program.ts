import type { PreparedCall } from "../contract/call.js";
import { maxStreamBytes, type RunOutcome } from "../contract/run-outcome.js";
import { atMost } from "./capture.js";
import { resolveProgram } from "./resolve-program.js";
import { signalGroup } from "./signal-group.js";
import { notFound, spawnError } from "./spawn-error.late.js";
import { startAndWait, startByBinding } from "./start-by-binding.js";
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
