import { closeSync, openSync, readSync } from "node:fs";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/call-result.js";
import type { ToolKind } from "../contract/definition.js";
import { openCallResources } from "./command/call-resources.late.js";
import { type GuardedCall, guardCall } from "./guard/guard-call.js";
import { sendCallLater } from "./http/send-call-later.js";
import { canUpdateOutput, liveOutput } from "./live-output.js";
import type { PreparedToRun } from "./prepare-call.js";
import { runInBackground, runInBackgroundAsync } from "./process/run-in-background.late.js";
import { type AsyncRunOptions, type RunOptions, runProgram, runProgramAsync, runWatched } from "./run-program.js";
import { runHandlerWarm } from "./warm-processes.js";

/** Runs a prepared call and waits for its end. */
export function runCall({ call, tool }: PreparedToRun, { env }: CallContext): RunOutcome {
  const options = { timeoutMs: tool.definition.timeoutMs };
  if (call.request !== undefined) throw new Error("a tool with http can't be called synchronously: use executeCallAsync");
  if (call.background !== undefined) return runInBackground(call, env);
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded !== undefined) return guarded.answered(runNowWithResources(guarded.call, env, options));
  return needsResources(call) ? runNowWithResources(call, env, options) : runProgram(call, options);
}

function runNowWithResources(call: PreparedCall, env: CallContext["env"], options: RunOptions): RunOutcome {
  if (!needsResources(call)) return runProgram(call, options);
  const resources = openCallResources(call, env);
  try {
    return resources.shown(resources.problem ?? runProgram(resources.call, options));
  } finally {
    resources.remove();
  }
}

/** Runs a prepared call in a process that was started for it (`runWatched`). */
export async function runWatchedCall({ call, tool }: PreparedToRun, { env }: CallContext): Promise<RunOutcome> {
  const run = (prepared: PreparedCall) => runWatched(prepared, { timeoutMs: tool.definition.timeoutMs });
  if (call.background !== undefined) return runInBackground(call, env);
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded === undefined) return runWithResources(call, env, run);
  return guarded.answered(await runWithResources(guarded.call, env, run));
}

const harmlessKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(["read", "search", "think"]);

/** How a program is ended, and who receives its output meanwhile. */
export interface LiveOptions {
  readonly signal: AbortSignal;
  /** Receives output while the program runs: each time the end of the output so far, within the tool's limit. */
  readonly updateOutput?: (output: string) => void;
  /** True if this process ends after the call, so that nothing is kept for another one. */
  readonly isLast?: boolean;
}

/** Runs a prepared call beside others: a program, or a request. */
export async function runCallAsync(prepared: PreparedToRun, context: CallContext & LiveOptions): Promise<RunOutcome> {
  const { call, tool } = prepared;
  if (call.request !== undefined) return sendCallLater(prepared, context);
  const { signal, updateOutput, env, principal, isLast = false } = context;
  const { definition } = tool;
  const limits = { mostBytes: definition.output.maxBytes, secrets: call.secrets ?? [] };
  const live = updateOutput === undefined || !canUpdateOutput(definition) ? undefined : liveOutput(updateOutput, limits);
  const options = {
    timeoutMs: definition.timeoutMs,
    signal,
    warm: definition.warm !== false && !isLast,
    isHarmless: harmlessKinds.has(definition.kind),
    ...(principal !== undefined && { principal }),
    ...(live && { onOutput: live.add }),
  };
  // The spread comes last: `run` in execute-tool-call.ts says why.
  return runPreparedCall(call, { env, ...options }).finally(live?.end);
}

interface PreparedRunOptions extends AsyncRunOptions, Pick<CallContext, "env" | "principal"> {
  /** True if calls of a handler may share a process. */
  readonly warm?: boolean;
  /** True if nothing changes when the call is run twice. */
  readonly isHarmless?: boolean;
}

/**
 * Runs a prepared call with its own files, which are created before and removed after it, guards its command if it has
 * a guard, and redacts its secrets in the outcome.
 */
export async function runPreparedCall(call: PreparedCall, { env, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  if (call.background !== undefined) return runInBackgroundAsync(call, { env, signal: options.signal });
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded === undefined) return runBeside(call, { env, ...options });
  return guarded.answered(await runFollowed(guarded, { env, ...options }));
}

/**
 * Users see the producer's output while it runs, which grows in a file. A call that is aborted has no answer to name
 * the file.
 */
async function runFollowed({ call, file, remove }: GuardedCall, { onOutput, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  const stop = onOutput && file && followFile(file, onOutput);
  const shown = file === undefined && onOutput !== undefined ? { onOutput } : {};
  try {
    return await runBeside(call, { ...options, ...shown }).finally(stop || undefined);
  } catch (error) {
    remove();
    throw error;
  }
}

function runBeside(call: PreparedCall, { env, warm, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  // A call's own sandbox and folder are for one process.
  const isWarm = warm === true && call.handler === true && call.sandbox === undefined && call.temporary === undefined;
  const run = isWarm ? runHandlerWarm : runProgramAsync;
  return runWithResources(call, env, (prepared) => run(prepared, options));
}

async function runWithResources(
  call: PreparedCall,
  env: CallContext["env"],
  run: (call: PreparedCall) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  if (!needsResources(call)) return run(call);
  const resources = openCallResources(call, env);
  try {
    return resources.shown(resources.problem ?? (await run(resources.call)));
  } finally {
    resources.remove();
  }
}

/** Returns true if a call needs resources (`openCallResources`). Most calls need none and run directly. */
export const needsResources = ({ temporary, secrets, outputFile, sandbox }: PreparedCall) =>
  temporary !== undefined || secrets !== undefined || outputFile !== undefined || sandbox !== undefined;

const everyMs = 100;
const mostAtOnce = 64 * 1024;

/** Reports bytes that are added to a file, until the returned function is called, which reports the rest. */
export function followFile(path: string, onBytes: (bytes: Uint8Array) => void): () => void {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(mostAtOnce);
  let at = 0;
  const look = (): void => {
    for (let read = readSync(file, buffer, 0, mostAtOnce, at); read > 0; read = readSync(file, buffer, 0, mostAtOnce, at)) {
      at += read;
      onBytes(Uint8Array.from(buffer.subarray(0, read)));
    }
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    closeSync(file);
  };
}
