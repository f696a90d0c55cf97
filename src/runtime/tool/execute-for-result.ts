import { executeCallAsync } from "../call/execute-call.js";
import type { PreparedOrRefused } from "../call/prepared-or-refused.js";
import type { CallContext } from "../contract/call.js";
import type { CompiledTool } from "../contract/definition.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonObject } from "../json/json-value.js";
import { displayOf } from "./display-of.js";
import type { ExecuteOptions } from "./execute-options.js";
import { failedResult } from "./failed-result.js";
import { toToolResult } from "./to-tool-result.js";

/**
 * Executes a call, or the result of `prepareOrRefuse`, and returns a `ToolResult`. An aborted call is a failure, whose
 * processes have ended by then.
 */
export async function executeForResult(
  tool: CompiledTool,
  args: JsonObject,
  {
    context,
    options,
    prepared,
  }: { readonly context: CallContext; readonly options: ExecuteOptions; readonly prepared?: PreparedOrRefused | undefined },
): Promise<ToolResult> {
  const { abortSignal: signal, updateOutput } = options;
  const display = tool.definition.output.display === undefined ? undefined : await displayOf(tool.definition, args, context);
  try {
    const more = { ...(updateOutput && { updateOutput }), ...(prepared && { prepared }) };
    const result = toToolResult(await executeCallAsync(tool, args, { ...context, signal, ...more }));
    return display === undefined ? result : await display(result);
  } catch (error) {
    if (!signal.aborted) throw error;
    return failedResult(`${tool.definition.name} was cancelled.`, ToolErrorType.ExecutionFailed);
  }
}
