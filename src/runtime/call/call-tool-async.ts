import type { CompiledTool } from "../definition.js";
import { runAsync } from "../exec/run-async.js";
import { liveOutput } from "../output/live.js";
import { shape } from "../output/shape.js";
import type { ToolOutcome } from "../output/tool-outcome.js";
import { prepareOrRefuse } from "./call-tool.js";
import type { CallContext } from "./prepare.js";

export interface CallToolOptions {
  readonly signal: AbortSignal;
  /** Is told of output while the program runs: each time the end of what it has printed so far, as much as the tool's limit lets through. */
  readonly updateOutput?: (output: string) => void;
}

/**
 * Carries out a call as `callTool` does, beside others. The output is cut to the tool's own limits alone: what an answer is written to is
 * the caller's affair. Aborting ends the program's process group; the promise then rejects with the signal's reason.
 */
export async function callToolAsync(
  tool: CompiledTool,
  input: unknown,
  { signal, updateOutput, ...context }: CallContext & CallToolOptions,
): Promise<ToolOutcome> {
  const prepared = prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  const { definition } = prepared.tool;
  const { timeoutMs } = definition;
  const live = updateOutput === undefined ? undefined : liveOutput(updateOutput, definition.output.maxBytes);
  const outcome = await runAsync(prepared.call, { timeoutMs, signal, ...(live && { onOutput: live.add }) }).finally(live?.end);
  return shape(outcome, prepared.tool, { env: context.env, takesMedia: true, mostBytes: Number.POSITIVE_INFINITY });
}
