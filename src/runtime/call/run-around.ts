import { carryOutInBackgroundAsync } from "../background/carry-out.js";
import type { RunOutcome } from "../exec/outcome.js";
import { type AsyncRunOptions, runAsync } from "../exec/run-async.js";
import { type Around, makeAround } from "./around.js";
import { followFile } from "./follow-file.js";
import { hasAround } from "./has-around.js";
import type { CallContext, PreparedCall } from "./prepare.js";

/** `runAsync` with the call's own files made before and removed after it, and without its secrets in what comes back. */
export async function runAround(call: PreparedCall, { env, ...options }: AsyncRunOptions & Pick<CallContext, "env">): Promise<RunOutcome> {
  if (call.background !== undefined) return carryOutInBackgroundAsync(call, { env, signal: options.signal });
  if (!hasAround(call)) return runAsync(call, options);
  const around = makeAround(call, env);
  try {
    return around.shown(around.problem ?? (await runFollowed(around, options)));
  } finally {
    around.remove();
  }
}

/** What people see while a call runs is what its file grows by, where it has one. */
async function runFollowed({ call, growing }: Around, options: AsyncRunOptions): Promise<RunOutcome> {
  const { onOutput, ...others } = options;
  if (growing === undefined || onOutput === undefined) return runAsync(call, options);
  const stop = followFile(growing, onOutput);
  try {
    return await runAsync(call, others);
  } finally {
    stop();
  }
}
