import type { PreparedCall } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/run-outcome.js";
import type { Startable } from "../process-group.js";
import { type AsyncRunOptions, runProgramAsync } from "../run-program-async.js";
import { leaseProcess } from "./lease-process.js";
import { type Caller, warmProcessKey } from "./warm-process-key.js";

/**
 * Runs a call of a handler in a process that may have run others, with the results of `runProgramAsync`. Why
 * nothing of a call reaches another one: docs/decisions/warm-handlers.md.
 */
export async function runHandlerWarm(
  call: Startable & Pick<PreparedCall, "stdin" | "handler">,
  { principal, ...options }: AsyncRunOptions & Caller,
): Promise<RunOutcome> {
  const { signal } = options;
  signal.throwIfAborted();
  const key = call.stdin === undefined ? undefined : warmProcessKey(call, { principal });
  if (key === undefined || call.stdin === undefined) return runProgramAsync(call, options);
  const lease = await leaseProcess(call, key, signal);
  if (lease.kind !== "leased") return lease;
  try {
    signal.throwIfAborted();
    return await lease.process.run(call.stdin, options);
  } finally {
    lease.giveBack();
  }
}
