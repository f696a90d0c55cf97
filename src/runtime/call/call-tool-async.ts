import type { CallContext } from "../contract/call.js";
import type { CompiledTool } from "../contract/definition.js";
import type { ToolOutcome } from "../contract/tool-outcome.js";
import { canUpdateOutput } from "../result/can-update-output.js";
import { liveOutput } from "../result/live-output.js";
import { type Destination, renderResult } from "../result/render-result.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordCallAsync } from "../telemetry/audit/record-call.late.js";
import { type PreparedOrRefused, prepareOrRefuse } from "./call-tool.js";
import { recordPrepared } from "./record-prepared.js";
import { runPreparedCall } from "./run-prepared-call.js";

export interface CallToolOptions {
  readonly signal: AbortSignal;
  /** Receives output while the program runs: each time the end of the output so far, within the tool's limit. */
  readonly updateOutput?: (output: string) => void;
  /** The result of `prepareOrRefuse` for this call, if the user was asked about it before. */
  readonly prepared?: PreparedOrRefused;
  /** The user's answer in the audit log's terms, if there was one. */
  readonly answer?: string;
}

/** The response is truncated only to the tool's own limits: what it is written to is the caller's concern. */
const anywhere = { takesMedia: true, mostBytes: Number.POSITIVE_INFINITY };

/**
 * Executes a call as `callTool` does, concurrently with others. Aborting ends the program's process group. The promise
 * then rejects with the signal's reason.
 */
export async function callToolAsync(
  tool: CompiledTool,
  input: unknown,
  context: CallContext & CallToolOptions,
  destination: Omit<Destination, "env"> = anywhere,
): Promise<ToolOutcome> {
  if (!isAudited(tool.definition, context)) return carryOut(tool, input, context, destination);
  return recordCallAsync(tool.definition, input, {
    context,
    work: (recorded) => carryOut(tool, input, recordPrepared(recorded), destination),
  });
}

async function carryOut(
  tool: CompiledTool,
  input: unknown,
  { signal, updateOutput, prepared: before, ...context }: CallContext & CallToolOptions,
  destination: Omit<Destination, "env">,
): Promise<ToolOutcome> {
  if (tool.definition.http !== undefined) {
    const { callHttp } = await import("./call-http.js");
    const options = { ...context, signal, ...(updateOutput && { updateOutput }), ...(before && { prepared: before }) };
    return callHttp(tool, input, options, destination);
  }
  const prepared = before ?? prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  const { definition } = prepared.tool;
  const { call } = prepared;
  const limits = { mostBytes: definition.output.maxBytes, secrets: call.secrets ?? [] };
  const live = updateOutput === undefined || !canUpdateOutput(definition) ? undefined : liveOutput(updateOutput, limits);
  const options = { timeoutMs: definition.timeoutMs, signal, ...(live && { onOutput: live.add }) };
  const outcome = await runPreparedCall(call, { ...options, env: context.env }).finally(live?.end);
  context.record?.ended(outcome);
  return renderResult(outcome, prepared.tool, { ...destination, env: context.env });
}
