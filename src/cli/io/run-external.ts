import { execa } from "execa";
import { signalGroup } from "../../call/run-program.js";
import { notFound } from "../../call/start-problem.late.js";

/** A program that a command of toolgen starts for itself. `src/call/process` starts those of tools. */
export interface ExternalProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** By default its standard input is empty and closed. */
  readonly stdin?: string | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** How long it may take to stop at the time limit or when it is aborted; by default five seconds. */
  readonly graceMs?: number;
  /** The limit of a stream, at which the program is ended; by default 10 MiB. */
  readonly maxBytes?: number;
}

/**
 * How a program ended, with its output. `ended`: by a signal, the time limit or the limit of its output, as `reason`
 * says.
 */
export type ExternalResult =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: "ended"; readonly reason: "timedOut" | "flooded" | "signalled"; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: "notStarted"; readonly message: string };

/** How long outputs may stay open after the program: only a child that left its process group can hold them. */
const escapedMs = 200;

/**
 * Runs a program to its end, without a shell and a terminal, in a process group of its own: its children end with it.
 * Rejects with the signal's reason when aborted, once the program is gone.
 */
export async function runExternal(start: ExternalProgram): Promise<ExternalResult> {
  const { program, args, cwd, env, stdin, signal, timeoutMs, graceMs = 5000, maxBytes = 10 * 1024 * 1024 } = start;
  signal.throwIfAborted();
  // Node would throw.
  const withNul = [program, ...args, cwd, ...Object.entries(env).flat()].find((text) => text.includes("\0"));
  if (withNul !== undefined)
    return { kind: "notStarted", message: `${program.replaceAll("\0", "\\0")} can't be started with a NUL character.` };
  const child = execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    ...(stdin === undefined ? { stdin: "ignore" } : { input: stdin }),
    encoding: "buffer",
    stripFinalNewline: false,
    maxBuffer: maxBytes,
    timeout: timeoutMs,
    cancelSignal: signal,
    forceKillAfterDelay: graceMs,
    detached: true,
    reject: false,
  });
  const closeOutputs = () => {
    for (const output of [child.stdout, child.stderr]) output?.destroy();
  };
  if (child.pid !== undefined) endWithThisProcess(child.pid);
  child.once("exit", () => {
    if (child.pid !== undefined) endGroup(child.pid);
    setTimeout(() => setImmediate(closeOutputs), escapedMs).unref();
  });
  const result = await child;
  if (result.isCanceled) throw signal.reason;
  const streams = { stdout: Buffer.from(result.stdout ?? []), stderr: Buffer.from(result.stderr ?? []) };
  if (result.timedOut) return { kind: "ended", reason: "timedOut", ...streams };
  if (result.isMaxBuffer) return { kind: "ended", reason: "flooded", ...streams };
  if (result.signal !== undefined) return { kind: "ended", reason: "signalled", ...streams };
  if (result.exitCode !== undefined) return { kind: "exited", code: result.exitCode, ...streams };
  const isMissing = result.code === "ENOENT" || result.code === "EACCES";
  if (isMissing) return { kind: "notStarted", message: notFound({ program, cwd, path: env.PATH }).message };
  // The other messages repeat the whole command.
  return { kind: "notStarted", message: `${program} can't be started: ${result.originalMessage ?? result.code}.` };
}

/** The process groups that run now, by the processes that lead them. */
const groups = new Set<number>();
const endSignals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
let listened: readonly (typeof endSignals)[number][] = [];

/** Ends a group when this process ends. A terminal's signals don't reach it. */
function endWithThisProcess(leader: number): void {
  if (groups.size === 0) {
    // A command that listens to a signal aborts what it started, and ends then.
    listened = endSignals.filter((name) => process.listenerCount(name) === 0);
    for (const name of listened) process.on(name, endBySignal);
    process.on("exit", endGroups);
  }
  groups.add(leader);
}

function endGroup(leader: number): void {
  signalGroup(leader, "SIGKILL");
  groups.delete(leader);
  if (groups.size > 0) return;
  for (const name of listened) process.off(name, endBySignal);
  process.off("exit", endGroups);
}

const endGroups = () => groups.forEach(endGroup);

function endBySignal(name: NodeJS.Signals): void {
  endGroups();
  process.kill(process.pid, name);
}

/** Starts a program that goes on by itself, such as a browser. It may fail. */
export function launchExternal(program: string, args: readonly string[]): void {
  execa(program, args, { stdio: "ignore", detached: true, reject: false }).unref();
}
