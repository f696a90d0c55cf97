import type { CallContext, PreparedCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { runInBackgroundAsync } from "../process/background/run-in-background.late.js";
import { type AsyncRunOptions, runProgramAsync } from "../process/run-program-async.js";
import { runHandlerWarm } from "../process/warm/run-handler-warm.js";
import { type GuardedCall, guardCall } from "../shell-guard/guard-call.js";
import { openCallResources } from "./call-resources.late.js";
import { followFile } from "./follow-file.js";
import { needsResources } from "./needs-resources.js";

export interface PreparedRunOptions extends AsyncRunOptions, Pick<CallContext, "env" | "principal"> {
  /** True if calls of a handler may share a process. */
  readonly warm?: boolean;
}

/**
 * Runs a prepared call with its own files, which are created before and removed after it, guards its command if it has
 * a guard, and redacts its secrets in the outcome.
 */
export async function runPreparedCall(call: PreparedCall, { env, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  if (call.background !== undefined) return runInBackgroundAsync(call, { env, signal: options.signal });
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded === undefined) return runWithResources(call, { env, ...options });
  return guarded.answered(await runFollowed(guarded, { env, ...options }));
}

/**
 * Users see the producer's output while it runs, which grows in a file. A call that is aborted has no answer to name
 * the file.
 */
async function runFollowed({ call, file, remove }: GuardedCall, { onOutput, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  const stop = onOutput && followFile(file, onOutput);
  try {
    return await runWithResources(call, options).finally(stop);
  } catch (error) {
    remove();
    throw error;
  }
}

async function runWithResources(call: PreparedCall, { env, warm, ...options }: PreparedRunOptions): Promise<RunOutcome> {
  // A call's own sandbox and folder are for one process.
  const isWarm = warm === true && call.handler === true && call.sandbox === undefined && call.temporary === undefined;
  const run = isWarm ? runHandlerWarm : runProgramAsync;
  if (!needsResources(call)) return run(call, options);
  const around = openCallResources(call, env);
  try {
    return around.shown(around.problem ?? (await run(around.call, options)));
  } finally {
    around.remove();
  }
}
