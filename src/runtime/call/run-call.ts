import type { CallContext, PreparedCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { runInBackground } from "../process/background/run-in-background.late.js";
import { type RunOptions, runProgram } from "../process/run-program.js";
import { guardCall } from "../shell-guard/guard-call.js";
import { openCallResources } from "./call-resources.late.js";
import { needsResources } from "./needs-resources.js";
import type { PreparedToRun } from "./prepared-or-refused.js";

/** Runs a prepared call and waits for its end. */
export function runCall({ call, tool }: PreparedToRun, { env, via }: CallContext): RunOutcome {
  const options = { timeoutMs: tool.definition.timeoutMs, answers: via === "call" };
  if (call.request !== undefined) throw new Error("a tool with http can't be called synchronously: use executeCallAsync");
  if (call.background !== undefined) return runInBackground(call, env);
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded !== undefined) return guarded.answered(runWithResources(guarded.call, env, options));
  return needsResources(call) ? runWithResources(call, env, options) : runProgram(call, options);
}

function runWithResources(call: PreparedCall, env: CallContext["env"], options: RunOptions): RunOutcome {
  if (!needsResources(call)) return runProgram(call, options);
  const resources = openCallResources(call, env);
  try {
    return resources.shown(resources.problem ?? runProgram(resources.call, options));
  } finally {
    resources.remove();
  }
}
