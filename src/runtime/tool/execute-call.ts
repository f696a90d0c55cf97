import type { PreparedOrRefused } from "../call/call-tool.js";
import { callToolAsync } from "../call/call-tool-async.js";
import type { CallContext } from "../contract/call.js";
import type { CompiledTool } from "../contract/definition.js";
import type { ContentPart } from "../contract/part.js";
import type { RefusalCode } from "../contract/refusal.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import { exitCodes, type ToolOutcome } from "../contract/tool-outcome.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonObject } from "../json/json-value.js";
import { displayOf } from "./display.js";
import type { ExecuteOptions } from "./execute-options.js";

/**
 * Executes a call, or the result of `prepareOrRefuse`, and returns a `ToolResult`. An aborted call is a failure, and
 * its processes have ended.
 */
export async function executeCall(
  tool: CompiledTool,
  args: JsonObject,
  {
    context,
    options,
    prepared,
  }: { readonly context: CallContext; readonly options: ExecuteOptions; readonly prepared?: PreparedOrRefused | undefined },
): Promise<ToolResult> {
  const { abortSignal: signal, updateOutput } = options;
  const display = await displayOf(tool.definition, args, context);
  try {
    const more = { ...(updateOutput && { updateOutput }), ...(prepared && { prepared }) };
    const result = toolResult(await callToolAsync(tool, args, { ...context, signal, ...more }));
    return await display(result);
  } catch (error) {
    if (!signal.aborted) throw error;
    return failed({ llmContent: "", message: `${tool.definition.name} was cancelled.` }, ToolErrorType.ExecutionFailed);
  }
}

/** Converts the outcome of `call` to a result. */
export function toolResult({ exitCode, stdout, stderr, media = [], structured, refusal }: ToolOutcome): ToolResult {
  if (exitCode === exitCodes.done) {
    const parts = media.map(({ mimeType, bytes }): ContentPart => ({ inlineData: { mimeType, data: bytes.toString("base64") } }));
    const data = structured !== undefined && { data: structured };
    if (parts.length === 0) return { llmContent: stdout, returnDisplay: stdout, ...data };
    const told = media.map(({ mimeType, bytes }) => `[${mimeType}, ${bytes.length} bytes]\n`).join("");
    return { llmContent: stdout === "" ? parts : [stdout, ...parts], returnDisplay: stdout + told, ...data };
  }
  const message = stderr.trim();
  return failed({ llmContent: stdout, message }, errorTypeOf(refusal));
}

function errorTypeOf(refusal: RefusalCode | undefined): ToolErrorType {
  switch (refusal) {
    case "invalidArguments":
      return ToolErrorType.InvalidToolParams;
    case "denied":
    case "unreadableSettings":
    case "unwritableLog":
      return ToolErrorType.PolicyViolation;
    default:
      return ToolErrorType.ExecutionFailed;
  }
}

/** The model reads the program's output, and then why the call counts as failed. */
function failed({ llmContent, message }: { readonly llmContent: string; readonly message: string }, type: ToolErrorType): ToolResult {
  const text = [llmContent.trimEnd(), message].filter((part) => part !== "").join("\n");
  return { llmContent: text, returnDisplay: text, error: { message, type } };
}
