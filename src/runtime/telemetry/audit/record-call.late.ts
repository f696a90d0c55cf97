import type { CallContext } from "../../contract/call.js";
import type { CallResult } from "../../contract/call-result.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { auditRules } from "./audit-rules.late.js";
import { CallRecord } from "./call-record.js";
import { secretValues } from "./secret-values.js";

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
export async function recordCallAsync<Context extends CallContext & { readonly signal: AbortSignal }>(
  definition: ToolDefinition,
  input: unknown,
  { context, work }: { readonly context: Context; readonly work: (context: Context) => Promise<CallResult> },
): Promise<CallResult> {
  const record = openRecord(definition, input, context);
  if (record === undefined) return work(context);
  try {
    return closed(record, await work({ ...context, record }), definition.name);
  } catch (error) {
    record.close({ failed: true, thrown: true, aborted: context.signal.aborted });
    throw error;
  }
}

function openRecord(
  { name, audit, hidden, secrets }: ToolDefinition,
  input: unknown,
  { via = "call", principal, projectDir, env }: CallContext,
) {
  const rules = auditRules(audit === true, env);
  return rules.kind === "off"
    ? undefined
    : new CallRecord({ tool: name, via, principal, project: projectDir, input, hidden, secrets: secretValues(secrets, env) }, rules);
}

/** Reports a done call that couldn't be logged as a failure, so that every client shows it. */
function closed(record: CallRecord, result: CallResult, tool: string): CallResult {
  const problem = record.close({ failed: result.kind !== "done" });
  if (problem === undefined) return result;
  if (result.kind !== "done") return { ...result, unlogged: problem };
  return { kind: "failed", tool, reason: { code: "unlogged", problem }, stdout: result.text, stderr: "" };
}
