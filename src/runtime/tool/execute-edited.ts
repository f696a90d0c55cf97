import type { PreparedOrRefused } from "../call/call-tool.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { type FileChange, makeFileDiff } from "../edit/make-file-diff.js";
import { replaceContent } from "../edit/replace-content.js";
import { toolResult } from "./execute-call.js";
import { failedResult } from "./failed-result.js";

/**
 * Carries out an edit as the user has changed it, and tells the model so: what it proposed isn't what is in the file. `prepared` is the call as it would
 * be made now: where it is refused by now (a link leads elsewhere, say), nothing is written.
 */
export function executeEdited(change: FileChange, prepared: PreparedOrRefused): ToolResult {
  if (!prepared.ok) return toolResult(prepared.refused);
  try {
    const problem = replaceContent(change);
    if (problem !== undefined) return failedResult(problem, ToolErrorType.ExecutionFailed);
  } catch (error) {
    return failedResult(error, ToolErrorType.ExecutionFailed);
  }
  const diff = makeFileDiff(change);
  const text = `The user changed the proposed content of ${change.filePath} before it was written. This is what was written:\n${diff.fileDiff}`;
  return { llmContent: text, returnDisplay: diff };
}
