import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { resolveLinks } from "../call/paths.js";
import { type PreparedOrRefused, type PreparedToRun, resolveCall } from "../call/prepare-call.js";
import { runPreparedCall } from "../call/run-call.js";
import type { CallContext } from "../contract/call.js";
import type { RunOutcome } from "../contract/call-result.js";
import type { ToolDefinition } from "../contract/definition.js";
import { failedResult, ToolErrorType, type ToolResult } from "../contract/tool-result.js";
import { writeFileAtomic } from "../contract/user-file.js";
import { readTextFile, replaceWritten, writtenFiles } from "./describe-action.js";
import { type FileChange, makeFileDiff } from "./file-diff.js";
import { toToolResult } from "./tool-result.js";

/**
 * Finds out how a call would change the one file that it may write, by running it on a copy (`preview`). Returns
 * `undefined` if that isn't known: the call may write several files or one that isn't text, is refused, or fails.
 */
export async function previewChange(
  { tool: { definition }, call: { params } }: PreparedToRun,
  { context, signal }: { readonly context: CallContext; readonly signal: AbortSignal },
): Promise<FileChange | "unchanged" | undefined> {
  const [filePath, ...others] = writtenFiles(definition, params, context);
  if (filePath === undefined || others.length > 0) return undefined;
  const original = readTextFile(filePath);
  if (original === undefined) return undefined;

  const folder = mkdtempSync(join(tmpdir(), "toolgen-preview-"));
  try {
    const copy = join(folder, basename(filePath));
    if (original !== null) copyFileSync(filePath, copy);
    const redirected = replaceWritten(definition, params, { context, replace: () => copy });
    const resolved = resolveCall(unbounded(definition), { ok: true, params: redirected, repairs: [] }, context);
    if (!resolved.ok) return undefined;
    const outcome = await runPreparedCall(resolved.call, { timeoutMs: definition.timeoutMs, signal, env: context.env });
    const proposed = succeeded(outcome, definition) ? readTextFile(copy) : undefined;
    if (proposed === original) return "unchanged";
    return typeof proposed === "string" ? { filePath, original, proposed } : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The copy is outside every root. The files that are read, and the target of the write, have been checked before. */
function unbounded(definition: ToolDefinition): ToolDefinition {
  return { ...definition, paths: definition.paths.map((rule) => (rule.access === "read" ? rule : { ...rule, root: "any" })) };
}

function succeeded(outcome: RunOutcome, { exitCodes }: ToolDefinition): boolean {
  if (outcome.kind !== "exited") return false;
  const meaning = exitCodes[outcome.code];
  return meaning === undefined ? outcome.code === 0 : !meaning.failure;
}

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
