import type { CompiledTool } from "../definition.js";
import { runAsync } from "../exec/run-async.js";
import { shape } from "../output/shape.js";
import type { ToolOutcome } from "../output/tool-outcome.js";
import { prepareOrRefuse } from "./call-tool.js";
import type { CallContext } from "./prepare.js";

/**
 * Carries out a call as `callTool` does, beside others. The output is cut to the tool's own limits alone: what an answer is written to is
 * the caller's affair. Aborting ends the program's process group; the promise then rejects with the signal's reason.
 */
export async function callToolAsync(
  tool: CompiledTool,
  input: unknown,
  { signal, ...context }: CallContext & { readonly signal: AbortSignal },
): Promise<ToolOutcome> {
  const prepared = prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  const { definition } = prepared;
  const outcome = await runAsync(prepared.call, { timeoutMs: definition.timeoutMs, signal });
  return shape(outcome, definition, context.env, Number.POSITIVE_INFINITY);
}
