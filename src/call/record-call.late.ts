import { resolve } from "node:path";
import type { CallContext, Via } from "../contract/call.js";
import type { CallResult } from "../contract/call-result.js";
import type { ToolDefinition } from "../contract/definition.js";
import { secretValues } from "./audit-log.js";
import { CallRecord, recordRefusal } from "./call-record.js";
import type { PreparedOrRefused } from "./prepare-call.js";
import { readToolIndex } from "./tool-index.js";
import { auditRules } from "./user-settings.late.js";

/** Executes a call and logs it, if the log is on. */
export function recordCall<Context extends CallContext>(
  definition: ToolDefinition,
  input: unknown,
  { context, work }: { readonly context: Context; readonly work: (context: Context) => CallResult },
): CallResult {
  const record = openRecord(definition, input, context);
  if (record === undefined) return work(context);
  try {
    return closed(record, work({ ...context, record }), definition.name);
  } catch (error) {
    record.close({ failed: true, thrown: true });
    throw error;
  }
}

/** The same, concurrently with other calls. */
export async function recordCallAsync<Context extends CallContext & { readonly signal?: AbortSignal }>(
  definition: ToolDefinition,
  input: unknown,
  { context, work }: { readonly context: Context; readonly work: (context: Context) => Promise<CallResult> },
): Promise<CallResult> {
  const record = openRecord(definition, input, context);
  if (record === undefined) return work(context);
  try {
    return closed(record, await work({ ...context, record }), definition.name);
  } catch (error) {
    record.close({ failed: true, thrown: true, aborted: context.signal?.aborted === true });
    throw error;
  }
}

function openRecord(
  { name, audit, hidden, secrets }: ToolDefinition,
  input: unknown,
  { via = "call", principal, client, projectDir, env }: CallContext,
) {
  const rules = auditRules(audit === true, env);
  return rules.kind === "off"
    ? undefined
    : new CallRecord(
        { tool: name, via, principal, client, project: projectDir, input, hidden, secrets: () => secretValues(secrets, env) },
        rules,
      );
}

/** Reports a done call that couldn't be logged as a failure, so that every client shows it. */
function closed(record: CallRecord, result: CallResult, tool: string): CallResult {
  const problem = record.close({ failed: result.kind !== "done" });
  if (problem === undefined) return result;
  if (result.kind !== "done") return { ...result, unlogged: problem };
  return { kind: "failed", tool, reason: { code: "unlogged", problem }, stdout: result.text, stderr: "" };
}

/** Where a missing tool was looked up. `bin` is the folder of the `call` program. */
export interface LookedFor {
  readonly bin: string;
  readonly via: Via;
  readonly env: CallContext["env"];
}

/**
 * Logs a call of an unknown tool, if the log is on. Returns the additional message for the client: nothing, or a line.
 */
export function recordUnknown(tool: string, { bin, via, env }: LookedFor): string {
  const read = readToolIndex(bin);
  const project = read.ok ? { project: resolve(bin, read.index.project), isLoggedByProject: read.index.audit } : {};
  return lineOf(recordRefusal({ tool, via, env, why: "unknownTool", ...project }));
}

/** The same for a call whose arguments can't be read. */
export function recordUnread({ name, audit, hidden }: ToolDefinition, { via = "call", projectDir, env }: CallContext): string {
  return lineOf(recordRefusal({ tool: name, via, env, why: "invalid", project: projectDir, hidden, isLoggedByProject: audit }));
}

const lineOf = (problem: string | undefined) => (problem === undefined ? "" : `${problem}\n`);

/** Writes into the record of a call what came of preparing it. Where the log can't be written, the call is denied. */
export function recordOrDeny(prepared: PreparedOrRefused, context: CallContext): PreparedOrRefused {
  const { record } = context;
  if (record === undefined) return prepared;
  const { repaired } = prepared;
  const definition = prepared.ok ? prepared.tool.definition : prepared.definition;
  if (repaired !== undefined && repaired !== "late") record.repaired(repaired, definition);
  if (!prepared.ok) {
    const { refused, denied } = prepared;
    if (denied !== undefined) record.admit(definition, denied.params, { ...context, ...denied });
    else if (refused.kind === "refused" && refused.refusal.code !== "invalidArguments") record.refused("unavailable");
    return prepared;
  }
  const { call, decided } = prepared;
  const denial = record.admit(definition, call.params, { ...context, ...(decided && { answer: { ok: true, decided } }) });
  if (denial === undefined) return prepared;
  return { ok: false, refused: { kind: "denied", tool: definition.name, denial }, definition, repaired: prepared.repaired };
}
