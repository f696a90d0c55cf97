import type { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";

/** Makes the result of a failure: the same text for the model and for people. */
export function failedResult(error: unknown, type: ToolErrorType): ToolResult {
  const message = error instanceof Error ? error.message : String(error);
  return { llmContent: message, returnDisplay: message, error: { message, type } };
}
