import type { CallContext } from "../call/prepare.js";
import type { ToolDefinition } from "../definition.js";
import { failedResult } from "../tool/declarative-tool.js";
import { ToolErrorType } from "../tool/tool-error-type.js";
import type { ToolResult } from "../tool/tool-result.js";
import { auditRules } from "./audit-rules.js";
import { callNote, markWritten } from "./call-notes.js";
import { CallRecord } from "./call-record.js";
import { mayBeAudited } from "./may-be-audited.js";
import { secretsIn } from "./secrets-in.js";

export interface OwnCall {
  readonly definition: ToolDefinition;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/**
 * Carries out a call of a compiled tool in an embedding program and writes it down, if that is wanted: by the environment and the user of this process, whatever
 * environment the tool has.
 */
export async function recordInvocation(
  invocation: { readonly params: object },
  { definition, context, signal }: OwnCall,
  work: (context: CallContext) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { env } = process;
  if (!mayBeAudited(definition, { ...context, via: "class", env })) return work(context);
  const rules = auditRules(definition.audit === true, env);
  if (rules.kind === "off") return work(context);
  const { input = invocation.params, looked, decided } = callNote(invocation);
  const { name: tool, hidden } = definition;
  const secrets = secretsIn(definition.secrets, context.env);
  const record = new CallRecord({ tool, via: "class", project: context.projectDir, input, hidden, secrets }, rules);
  if (looked !== undefined) record.repaired(looked.repaired, looked.definition);
  if (decided !== undefined) record.decided(decided);
  markWritten(invocation);
  return closing(record, signal, () => work({ ...context, record }));
}

/** Does the work, and ends the record. A call that was carried out and couldn't be written down is a failure, so that it is shown. */
export async function closing(record: CallRecord, signal: AbortSignal, work: () => Promise<ToolResult>): Promise<ToolResult> {
  let result: ToolResult;
  try {
    result = await work();
  } catch (error) {
    record.close({ failed: true, thrown: true, aborted: signal.aborted });
    throw error;
  }
  const problem = record.close({ failed: result.error !== undefined, aborted: signal.aborted });
  if (problem === undefined) return result;
  const { llmContent } = result;
  const content = Array.isArray(llmContent) ? [...llmContent, problem] : [llmContent, problem];
  return { ...failedResult(problem, ToolErrorType.ExecutionFailed), llmContent: content };
}
