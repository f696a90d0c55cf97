import { carryOutInBackgroundAsync } from "../background/carry-out.js";
import type { RunOutcome } from "../exec/outcome.js";
import { type AsyncRunOptions, runAsync } from "../exec/run-async.js";
import { makeAround } from "./around.js";
import { hasAround } from "./has-around.js";
import type { CallContext, PreparedCall } from "./prepare.js";

/** `runAsync` with the call's own files made before and removed after it, and without its secrets in what comes back. */
export async function runAround(call: PreparedCall, { env, ...options }: AsyncRunOptions & Pick<CallContext, "env">): Promise<RunOutcome> {
  if (call.background !== undefined) return carryOutInBackgroundAsync(call, { env, signal: options.signal });
  if (!hasAround(call)) return runAsync(call, options);
  const around = makeAround(call, env);
  try {
    return around.shown(around.problem ?? (await runAsync(around.call, options)));
  } finally {
    around.remove();
  }
}
