import type { ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { ContentPart, FunctionCall, FunctionResponse } from "../contract/part.js";
import type { ToolResult, ToolResultDisplay } from "../contract/tool-result.js";
import { contentText } from "../tool/content-text.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";

/** The outcome of a function call. */
export interface FunctionCallOutcome {
  readonly status: "success" | "error" | "cancelled";
  /** For the model: the response, and after it parts that a response can't hold as text (images and other media). */
  readonly functionResponse: FunctionResponse;
  readonly otherParts: readonly ContentPart[];
  /** For people. */
  readonly display: ToolResultDisplay;
  readonly result: ToolResult;
  /** The tool that was called, under its own name, if it was found. */
  readonly tool?: AnyDeclarativeTool;
  /** The call with its repaired arguments, if they were valid. */
  readonly invocation?: AnyToolInvocation;
  /** The user's answer, if there was one. */
  readonly confirmation?: ToolConfirmationOutcome;
  /** True if no user gave this answer, because it was decided before. */
  readonly unattended?: true;
}

interface Known {
  readonly tool?: AnyDeclarativeTool;
  readonly invocation?: AnyToolInvocation;
  readonly confirmation?: ToolConfirmationOutcome;
  readonly unattended?: true;
  readonly cancelled?: boolean;
}

/** Wraps a result for the model: under the name and the id of the call, as `output` or as `error`. */
export function outcomeOf(
  { id, name }: FunctionCall,
  result: ToolResult,
  { tool, invocation, confirmation, unattended, cancelled }: Known = {},
): FunctionCallOutcome {
  const failed = result.error !== undefined;
  const text = contentText(result.llmContent);
  const response = failed ? { error: text === "" ? result.error.message : text } : { output: text };
  return {
    status: cancelled && failed ? "cancelled" : failed ? "error" : "success",
    functionResponse: { ...(id !== undefined && { id }), ...(name !== undefined && { name }), response },
    otherParts: otherParts(result),
    display: result.returnDisplay,
    result,
    ...(tool && { tool }),
    ...(invocation && { invocation }),
    ...(confirmation && { confirmation }),
    ...(unattended && { unattended }),
  };
}

function otherParts({ llmContent }: ToolResult): readonly ContentPart[] {
  const parts = Array.isArray(llmContent) ? llmContent : [llmContent];
  return parts.filter((part): part is ContentPart => typeof part !== "string" && part.text === undefined);
}
