import type { CallContext } from "../contract/call.js";
import type { CompiledTool } from "../contract/definition.js";
import type { ToolOutcome } from "../contract/tool-outcome.js";
import { type SendOptions, send } from "../process/http/send.js";
import { canUpdateOutput } from "../result/can-update-output.js";
import { liveOutput } from "../result/live-output.js";
import { redactOutcome } from "../result/redact-outcome.late.js";
import { type Destination, renderResult } from "../result/render-result.js";
import { openCallResources } from "./call-resources.late.js";
import { type PreparedOrRefused, prepareOrRefuse } from "./call-tool.js";

export interface HttpCallOptions extends CallContext, Pick<SendOptions, "resolve"> {
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
  /** The result of `prepareOrRefuse` for this call, if the user was asked about it before. */
  readonly prepared?: PreparedOrRefused;
}

/**
 * Executes a call of a tool with `http`, in this process. This module is loaded only for such a tool, because the HTTP
 * client is larger than all other code.
 */
export async function callHttp(
  tool: CompiledTool,
  input: unknown,
  { signal, updateOutput, resolve, prepared: before, ...context }: HttpCallOptions,
  destination: Omit<Destination, "env"> = {},
): Promise<ToolOutcome> {
  const prepared = before ?? prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  const { definition } = prepared.tool;
  const { call } = prepared;
  if (call.request === undefined) throw new Error(`'${definition.name}' makes no request`);
  const { secrets = [] } = call;
  const live =
    updateOutput && canUpdateOutput(definition) ? liveOutput(updateOutput, { mostBytes: definition.output.maxBytes, secrets }) : undefined;
  const options = {
    timeoutMs: definition.timeoutMs,
    signal,
    env: context.env,
    ...(resolve && { resolve }),
    ...(live && { onOutput: live.add }),
  };
  const around = openCallResources(call, context.env);
  try {
    const outcome = around.problem ?? (await send(call.request, options).finally(live?.end));
    context.record?.ended(outcome);
    return renderResult(redactOutcome(outcome, secrets), prepared.tool, { ...destination, env: context.env });
  } finally {
    around.remove();
  }
}
