import { resolveLinks } from "../../call/paths.js";
import type { PreparedOrRefused } from "../../call/prepare-call.js";
import { failedResult, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import { writeFileAtomic } from "../../contract/user-file.js";
import { type FileChange, makeFileDiff } from "../file-diff.js";
import { toToolResult } from "../tool-result.js";

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

/**
 * Writes the user's edit of a proposal instead of running the tool: atomically, with the file's mode, through symbolic
 * links. Returns the reason if that fails.
 */
function replaceContent({ filePath, proposed, edited }: FileChange): string | undefined {
  const target = resolveLinks(filePath);
  if (!target.ok) return `${filePath} can't be written: ${target.reason}.`;
  writeFileAtomic(target.real, edited ?? proposed, { mode: 0o666 });
  return undefined;
}
