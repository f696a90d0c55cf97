import type { CallContext } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { canUpdateOutput } from "../result/can-update-output.js";
import { liveOutput } from "../result/live-output.js";
import type { PreparedToRun } from "./prepared-or-refused.js";
import { runPreparedCall } from "./run-prepared-call.js";
import { sendCallLater } from "./send-call-later.js";

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
    ...(principal !== undefined && { principal }),
    ...(live && { onOutput: live.add }),
  };
  return runPreparedCall(call, { ...options, env }).finally(live?.end);
}
