import { maskedNames, secretValues } from "../../call/audit-log.js";
import { CallRecord, isAudited, recordRefusal } from "../../call/call-record.js";
import { auditRules } from "../../call/user-settings.late.js";
import type { CallContext, RefusalReason } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { JsonValue } from "../../contract/json-value.js";
import { type FunctionCall, failedResult, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import { type FunctionCallOutcome, toToolResult } from "../tool-result.js";
import { addCallFacts, type HasCallFacts } from "./call-facts.js";
import type { AnyDeclarativeTool } from "./declarative-tool.js";
import type { AnyToolInvocation } from "./tool-invocation.js";

interface OwnCall {
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
  const secrets = () => secretValues(definition.secrets, context.env);
  const record = new CallRecord({ tool, via: "class", project: context.projectDir, input, hidden, secrets }, rules);
  if (repair !== undefined) record.repaired(repair.repaired, repair.definition);
  if (decided !== undefined) record.decided(decided);
  addCallFacts(invocation, { isLogged: true });
  return closing(record, signal, () => work({ ...context, record }));
}

/** Does the work and ends the record. An executed call that couldn't be logged is a failure, so that it is shown. */
async function closing(record: CallRecord, signal: AbortSignal, work: () => Promise<ToolResult>): Promise<ToolResult> {
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

/** A call whose tool can be another program's class with the same methods, without a schema. */
interface ForeignCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly call: FunctionCall;
  readonly signal: AbortSignal;
}

/**
 * Executes a call of a tool that doesn't log its own calls, which is any but a compiled one, and logs it if the log is
 * on.
 */
export async function recordForeignCall(
  { tool, invocation, call, signal }: ForeignCall,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { env } = process;
  const { recordsItself, repair, decided } = invocation.callFacts ?? {};
  if (recordsItself || !isAudited({}, { via: "class", env })) return work();
  const rules = auditRules(false, env);
  if (rules.kind === "off") return work();
  const record = new CallRecord(
    { tool: tool.name, via: "class", input: call.args ?? {}, hidden: maskedNames(tool.parameterSchema ?? {}) },
    rules,
  );
  if (repair !== undefined) record.repaired(repair.repaired, repair.definition);
  if (decided !== undefined) record.decided(decided);
  addCallFacts(invocation, { isLogged: true });
  return closing(record, signal, async () => {
    const denial = record.begin(invocation.params as JsonValue);
    return denial === undefined ? work() : toToolResult({ kind: "denied", tool: tool.name, denial });
  });
}

/**
 * Logs a call that was never executed, if the log is on. Returns its outcome, with the problem of the log if there is
 * one.
 */
export function recordUnstartedCall(call: FunctionCall, outcome: FunctionCallOutcome): FunctionCallOutcome {
  const { tool, invocation, result, status, confirmation, functionResponse } = outcome;
  if (invocation?.callFacts?.isLogged) return outcome;
  const { env } = process;
  const { repair, expected, decided, projectFacts } = invocation?.callFacts ?? {};
  const isLoggedByProject = repair?.definition.audit;
  if (!isAudited(isLoggedByProject ? { audit: true } : {}, { via: "class", env })) return outcome;
  const problem = recordRefusal({
    tool: tool?.name ?? String(call.name ?? ""),
    via: "class",
    env,
    isLoggedByProject,
    input: call.args ?? {},
    hidden: tool === undefined ? [] : maskedNames(tool.parameterSchema ?? {}),
    args: invocation?.params as JsonValue | undefined,
    ...projectFacts?.(),
    why: whyOf(result),
    decided: { ...expected, ...decided },
    ...(repair && { repair }),
    cancelled: status === "cancelled" && confirmation === undefined,
  });
  if (problem === undefined) return outcome;
  const error = `${functionResponse.response?.error}\n${problem}`;
  return { ...outcome, functionResponse: { ...functionResponse, response: { error } } };
}

function whyOf({ error }: ToolResult): RefusalReason {
  if (error?.type === ToolErrorType.ToolNotRegistered) return "unknownTool";
  return error?.type === ToolErrorType.PolicyViolation ? "denied" : "invalid";
}
