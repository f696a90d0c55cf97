import type { CallContext, PreparedCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { runInBackgroundAsync } from "../process/background/run-in-background.late.js";
import { type AsyncRunOptions, runProgramAsync } from "../process/run-program-async.js";
import { type CallResources, openCallResources } from "./call-resources.late.js";
import { followFile } from "./follow-file.js";
import { needsResources } from "./needs-resources.js";

/**
 * Runs a prepared call with its own files, which are created before and removed after it, and redacts its secrets in
 * the outcome.
 */
export async function runPreparedCall(
  call: PreparedCall,
  { env, ...options }: AsyncRunOptions & Pick<CallContext, "env">,
): Promise<RunOutcome> {
  if (call.background !== undefined) return runInBackgroundAsync(call, { env, signal: options.signal });
  if (!needsResources(call)) return runProgramAsync(call, options);
  const around = openCallResources(call, env);
  try {
    return around.shown(around.problem ?? (await runFollowed(around, options)));
  } finally {
    around.remove();
  }
}

/** If the result grows in a file, users see that file's content while the call runs. */
async function runFollowed({ call, growing }: CallResources, options: AsyncRunOptions): Promise<RunOutcome> {
  const { onOutput, ...others } = options;
  if (growing === undefined || onOutput === undefined) return runProgramAsync(call, options);
  const stop = followFile(growing, onOutput);
  try {
    return await runProgramAsync(call, others);
  } finally {
    stop();
  }
}
