import type { CallContext } from "../contract/call.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { type SendOptions, send } from "../process/http/send.js";
import { canUpdateOutput } from "../result/can-update-output.js";
import { liveOutput } from "../result/live-output.js";
import { redactOutcome } from "../result/redact-outcome.late.js";
import { openCallResources } from "./call-resources.late.js";
import type { PreparedToRun } from "./prepared-or-refused.js";

export interface SendCallOptions extends CallContext, Pick<SendOptions, "resolve"> {
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
}

/**
 * Sends the request of a prepared call. This module is loaded only for a tool with `http`, because the HTTP client is
 * larger than all other code.
 */
export async function sendCall(
  { call, tool: { definition } }: PreparedToRun,
  { signal, updateOutput, resolve, env }: SendCallOptions,
): Promise<RunOutcome> {
  if (call.request === undefined) throw new Error(`'${definition.name}' makes no request`);
  const { secrets = [] } = call;
  const live =
    updateOutput && canUpdateOutput(definition) ? liveOutput(updateOutput, { mostBytes: definition.output.maxBytes, secrets }) : undefined;
  const options = { timeoutMs: definition.timeoutMs, signal, env, ...(resolve && { resolve }), ...(live && { onOutput: live.add }) };
  const resources = openCallResources(call, env);
  try {
    return redactOutcome(resources.problem ?? (await send(call.request, options).finally(live?.end)), secrets);
  } finally {
    resources.remove();
  }
}
