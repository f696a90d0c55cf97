import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { exitCodes, type ToolOutcome } from "../../contract/tool-outcome.js";
import { auditRules } from "./audit-rules.late.js";
import { CallRecord } from "./call-record.js";
import { secretsIn } from "./secrets-in.js";

/** Executes a call and logs it, if the log is on. */
export function recordCall<Context extends CallContext>(
  definition: ToolDefinition,
  input: unknown,
  { context, work }: { readonly context: Context; readonly work: (context: Context) => ToolOutcome },
): ToolOutcome {
  const record = openRecord(definition, input, context);
  if (record === undefined) return work(context);
  try {
    return closed(record, work({ ...context, record }));
  } catch (error) {
    record.close({ failed: true, thrown: true });
    throw error;
  }
}

/** The same, concurrently with other calls. */
export async function recordCallAsync<Context extends CallContext & { readonly signal: AbortSignal }>(
  definition: ToolDefinition,
  input: unknown,
  { context, work }: { readonly context: Context; readonly work: (context: Context) => Promise<ToolOutcome> },
): Promise<ToolOutcome> {
  const record = openRecord(definition, input, context);
  if (record === undefined) return work(context);
  try {
    return closed(record, await work({ ...context, record }));
  } catch (error) {
    record.close({ failed: true, thrown: true, aborted: context.signal.aborted });
    throw error;
  }
}

function openRecord({ name, audit, hidden, secrets }: ToolDefinition, input: unknown, { via = "call", projectDir, env }: CallContext) {
  const rules = auditRules(audit === true, env);
  return rules.kind === "off"
    ? undefined
    : new CallRecord({ tool: name, via, project: projectDir, input, hidden, secrets: secretsIn(secrets, env) }, rules);
}

/** Reports an executed call that couldn't be logged as a failure, so that every client shows it. */
function closed(record: CallRecord, outcome: ToolOutcome): ToolOutcome {
  const problem = record.close({ failed: outcome.exitCode !== exitCodes.done });
  if (problem === undefined) return outcome;
  return { ...outcome, exitCode: outcome.exitCode || exitCodes.failed, stderr: `${outcome.stderr}${problem}\n` };
}
