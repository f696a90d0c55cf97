import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type PreparedToRun, resolveCall } from "../call/prepare-call.js";
import { runPreparedCall } from "../call/run-call.js";
import type { CallContext } from "../contract/call.js";
import type { RunOutcome } from "../contract/call-result.js";
import type { ToolDefinition } from "../contract/definition.js";
import { readTextFile, replaceWritten, writtenFiles } from "./describe-action.js";
import type { FileChange } from "./file-diff.js";

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
