import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { auditRules } from "../telemetry/audit/audit-rules.late.js";
import { addCallFacts, type HasCallFacts } from "../telemetry/audit/call-facts.js";
import { CallRecord } from "../telemetry/audit/call-record.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { secretValues } from "../telemetry/audit/secret-values.js";
import { failedResult } from "./failed-result.js";

export interface OwnCall {
  readonly definition: ToolDefinition;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/**
 * Executes a call of a compiled tool in an embedding program, and logs it if the environment and the user of this
 * process turn the log on, whatever environment the tool has.
 */
export async function recordInvocation(
  invocation: HasCallFacts & { readonly params: object },
  { definition, context, signal }: OwnCall,
  work: (context: CallContext) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { env } = process;
  if (!isAudited(definition, { ...context, via: "class", env })) return work(context);
  const rules = auditRules(definition.audit === true, env);
  if (rules.kind === "off") return work(context);
  const { input = invocation.params, repair, decided } = invocation.callFacts ?? {};
  const { name: tool, hidden } = definition;
  const secrets = secretValues(definition.secrets, context.env);
  const record = new CallRecord({ tool, via: "class", project: context.projectDir, input, hidden, secrets }, rules);
  if (repair !== undefined) record.repaired(repair.repaired, repair.definition);
  if (decided !== undefined) record.decided(decided);
  addCallFacts(invocation, { isLogged: true });
  return closing(record, signal, () => work({ ...context, record }));
}

/** Does the work and ends the record. An executed call that couldn't be logged is a failure, so that it is shown. */
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
