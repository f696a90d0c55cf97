import type { PreparedOrRefused } from "../call/prepared-or-refused.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { type FileChange, makeFileDiff } from "../edit/make-file-diff.js";
import { replaceContent } from "../edit/replace-content.js";
import { failedResult } from "./failed-result.js";
import { toToolResult } from "./to-tool-result.js";

/**
 * Writes an edit as the user has changed it, and tells the model that the file doesn't have its own proposal.
 * `prepared` is the call as it would run now: if it is refused now (because a link has changed, for example), nothing
 * is written.
 */
export function executeEdited(change: FileChange, prepared: PreparedOrRefused): ToolResult {
  if (!prepared.ok) return toToolResult(prepared.refused);
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
