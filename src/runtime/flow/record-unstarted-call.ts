import type { RefusalReason } from "../contract/audit-line.js";
import type { FunctionCall } from "../contract/part.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonValue } from "../json/json-value.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { maskedNames } from "../telemetry/audit/masked-names.js";
import { recordRefusal } from "../telemetry/audit/record-refusal.js";
import type { FunctionCallOutcome } from "./function-call-outcome.js";

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
