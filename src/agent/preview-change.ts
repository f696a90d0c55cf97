import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { unplanned } from "../call/execute-call.js";
import { type PreparedToRun, resolveCall } from "../call/prepare-call.js";
import { runPreparedCall } from "../call/run-call.js";
import { callResultText } from "../call/shape-result.js";
import type { CallContext } from "../contract/call.js";
import type { DeniedCall, RunOutcome } from "../contract/call-result.js";
import type { ToolDefinition } from "../contract/definition.js";
import { lastOutput } from "../contract/display-text.js";
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

/** The text that a plan printed, or the refusal of its call. */
export type Planned = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly denied: DeniedCall };

/** The most that a plan may print. */
const mostBytes = 200_000;

/**
 * Runs the plan of a call: it reads what it wants, and can write nothing, because it runs in a sandbox. A plan that
 * fails keeps its call from running.
 */
export async function runPlan(
  { tool: { definition }, call }: PreparedToRun,
  { context, signal }: { readonly context: CallContext; readonly signal: AbortSignal },
): Promise<Planned> {
  const planning = planDefinition(definition);
  const built = resolveCall(planning, { ok: true, params: call.params, repairs: [] }, context);
  if (!built.ok) return failedPlan(definition, callResultText({ kind: "refused", tool: definition.name, refusal: built }).trimEnd());
  const outcome = await runPreparedCall(built.call, { timeoutMs: planning.timeoutMs, signal, env: context.env });
  signal.throwIfAborted();
  const problem = problemOf(outcome, planning);
  if (problem !== undefined || outcome.kind !== "exited") return failedPlan(definition, `Its plan ${problem ?? "failed"}.`);
  const text = outcome.stdout.toString().trimEnd();
  if (Buffer.byteLength(text) > mostBytes) return failedPlan(definition, "Its plan printed more than a person can read: narrow the call.");
  return { ok: true, text: text === "" ? "(The plan is empty.)" : text };
}

/** The plan as a tool: what the call does otherwise plays no part. */
function planDefinition({
  http: _http,
  mcp: _mcp,
  stdin: _stdin,
  guard: _guard,
  platforms: _platforms,
  ...definition
}: ToolDefinition): ToolDefinition {
  const { plan = {} } = definition;
  return {
    ...definition,
    paths: definition.paths.map((rule) => ({ ...rule, access: "read" })),
    ...plan,
    sandbox: { write: "none", read: "any", network: true, specDir: true, specs: [] },
    output: { format: "text", stderr: "onError", maxLines: Number.MAX_SAFE_INTEGER, maxBytes: mostBytes, keep: "head" },
  };
}

function problemOf(outcome: RunOutcome, { exitCodes }: ToolDefinition): string | undefined {
  switch (outcome.kind) {
    case "exited": {
      const meaning = exitCodes[outcome.code];
      if (meaning === undefined ? outcome.code === 0 : !meaning.failure) return undefined;
      const said = lastOutput(outcome.stderr.toString());
      return `failed with exit code ${outcome.code}${said === undefined ? "" : `: ${said}`}`;
    }
    case "timedOut":
      return "took too long";
    default:
      return "message" in outcome ? `can't run: ${outcome.message.replace(/\.$/, "")}` : "failed";
  }
}

const failedPlan = ({ name }: ToolDefinition, reason: string): Planned => ({ ok: false, denied: unplanned(name, reason) });
