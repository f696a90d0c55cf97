import type { CallContext, PreparedCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { runInBackgroundAsync } from "../process/background/run-in-background.late.js";
import { type AsyncRunOptions, runProgramAsync } from "../process/run-program-async.js";
import { type GuardedCall, guardCall } from "../shell-guard/guard-call.js";
import { openCallResources } from "./call-resources.late.js";
import { followFile } from "./follow-file.js";
import { needsResources } from "./needs-resources.js";

/**
 * Runs a prepared call with its own files, which are created before and removed after it, guards its command if it has
 * a guard, and redacts its secrets in the outcome.
 */
export async function runPreparedCall(
  call: PreparedCall,
  { env, ...options }: AsyncRunOptions & Pick<CallContext, "env">,
): Promise<RunOutcome> {
  if (call.background !== undefined) return runInBackgroundAsync(call, { env, signal: options.signal });
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded === undefined) return runWithResources(call, { env, ...options });
  return guarded.answered(await runFollowed(guarded, { env, ...options }));
}

/**
 * Users see the producer's output while it runs, which grows in a file. A call that is aborted has no answer to name
 * the file.
 */
async function runFollowed(
  { call, file, remove }: GuardedCall,
  { onOutput, ...options }: AsyncRunOptions & Pick<CallContext, "env">,
): Promise<RunOutcome> {
  const stop = onOutput && followFile(file, onOutput);
  try {
    return await runWithResources(call, options).finally(stop);
  } catch (error) {
    remove();
    throw error;
  }
}

async function runWithResources(call: PreparedCall, { env, ...options }: AsyncRunOptions & Pick<CallContext, "env">): Promise<RunOutcome> {
  if (!needsResources(call)) return runProgramAsync(call, options);
  const around = openCallResources(call, env);
  try {
    return around.shown(around.problem ?? (await runProgramAsync(around.call, options)));
  } finally {
    around.remove();
  }
}
