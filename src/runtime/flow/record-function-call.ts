import type { RefusalReason } from "../contract/audit-line.js";
import type { ForcedToolDecision } from "../contract/confirmation.js";
import type { FunctionCall } from "../contract/part.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolMetadata } from "../contract/tool-metadata.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { auditRules } from "../telemetry/audit/audit-rules.late.js";
import { addCallFacts } from "../telemetry/audit/call-facts.js";
import { CallRecord } from "../telemetry/audit/call-record.js";
import { hiddenNames } from "../telemetry/audit/hidden-names.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordRefusal } from "../telemetry/audit/record-refusal.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import { closing } from "../tool/record-invocation.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";
import { toolResult } from "../tool/tool-result.js";
import type { FunctionCallOutcome } from "./function-call-outcome.js";

/** A call in an agent loop. */
interface LoopCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly metadata: ToolMetadata | undefined;
}

/** The outcome of a confirmation. `confirmation` is the answer, if the user was asked. */
export interface ConsentNote {
  readonly given: boolean;
  readonly confirmation?: string;
  /** True if such calls were allowed before. */
  readonly isRemembered?: true;
  /** True if it was decided without a user. */
  readonly unattended?: true;
  /** True if confirmation was required and no user could be asked. */
  readonly unasked?: true;
}

/**
 * Records the decision of an agent loop about a call. `forced` is the decision of the registration, if it differs from
 * the tool's.
 */
export function noteConfirmation(
  { tool, invocation, metadata }: LoopCall,
  { given, confirmation, isRemembered, unattended, unasked }: ConsentNote,
  forced: ForcedToolDecision | undefined,
) {
  const answer = unasked || unattended ? "nobody" : isRemembered ? "remembered" : confirmation;
  if (invocation.callFacts?.recordsItself && forced === undefined) {
    addCallFacts(invocation, answer === undefined ? {} : { decided: { answer, decision: "ask" } });
    return;
  }
  const decision = answer !== undefined ? "ask" : given ? "allow" : "deny";
  // The user's settings for the tools of MCP servers and commands.
  const risk = forced === undefined ? invocation.getRisk?.() : undefined;
  const level = risk?.level ?? (metadata ?? (tool.metadata as ToolMetadata | undefined))?.riskLevel;
  const rule = forced === undefined ? (risk?.from ?? "the tool itself") : "its registration";
  addCallFacts(invocation, { decided: { decision, rule, ...(level && { level }), ...(answer !== undefined && { answer }) } });
}

/**
 * Executes a call of a tool that doesn't log its own calls, which is any but a compiled one, and logs it if the log is
 * on.
 */
export async function recordForeign(
  { tool, invocation, call, signal }: Omit<LoopCall, "metadata"> & { readonly call: FunctionCall; readonly signal: AbortSignal },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { env } = process;
  const { recordsItself, looked, decided } = invocation.callFacts ?? {};
  if (recordsItself || !isAudited({}, { via: "class", env })) return work();
  const rules = auditRules(false, env);
  if (rules.kind === "off") return work();
  const record = new CallRecord({ tool: tool.name, via: "class", input: call.args ?? {}, hidden: hiddenIn(tool) }, rules);
  if (looked !== undefined) record.repaired(looked.repaired, looked.definition);
  if (decided !== undefined) record.decided(decided);
  addCallFacts(invocation, { isLogged: true });
  return closing(record, signal, async () => {
    const denial = record.begin(invocation.params as JsonValue);
    return denial === undefined ? work() : toolResult({ kind: "denied", tool: tool.name, denial });
  });
}

/**
 * Logs a call that was never executed, if the log is on. Returns its outcome, with the problem of the log if there is
 * one.
 */
export function recordUnstarted(call: FunctionCall, outcome: FunctionCallOutcome): FunctionCallOutcome {
  const { tool, invocation, result, status, confirmation, functionResponse } = outcome;
  if (invocation?.callFacts?.isLogged) return outcome;
  const { env } = process;
  const { looked, expected, decided, place } = invocation?.callFacts ?? {};
  const isProjects = looked?.definition.audit;
  if (!isAudited(isProjects ? { audit: true } : {}, { via: "class", env })) return outcome;
  const problem = recordRefusal({
    tool: tool?.name ?? String(call.name ?? ""),
    via: "class",
    env,
    isProjects,
    input: call.args ?? {},
    hidden: tool === undefined ? [] : hiddenIn(tool),
    args: invocation?.params as JsonValue | undefined,
    ...place?.(),
    why: whyOf(result),
    decided: { ...expected, ...decided },
    ...(looked && { looked }),
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

/** Some tools are other programs' classes with the same methods. */
const hiddenIn = ({ parameterSchema }: { readonly parameterSchema?: JsonObject }) => hiddenNames(parameterSchema ?? {});
