import type { ForcedToolDecision } from "../contract/confirmation.js";
import type { CallDecision } from "../contract/decision.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { denialText } from "../refusal/denial-text.late.js";
import { failedResult } from "./failed-result.js";
import { ToolDeniedError } from "./tool-denied-error.js";

/**
 * Returns whether a call runs or is confirmed first, as decided. Throws a `ToolDeniedError` with the reason if it is
 * denied.
 */
export function assertPermitted(name: string, answer: CallDecision): Exclude<ForcedToolDecision, "deny"> {
  if (!answer.ok) throw new ToolDeniedError(denialText(name, { code: "unreadable-settings", problems: answer.problems }));
  const { decision, level, from } = answer.decided;
  if (decision === "deny") throw new ToolDeniedError(denialText(name, { code: "by-settings", level, from }));
  return decision === "ask" ? "ask_user" : "allow";
}

/**
 * Returns the result of a denied call; `undefined` if the call may run or be confirmed. For callers that execute
 * without asking.
 */
export function whyDenied(decide: () => unknown): ToolResult | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ToolDeniedError) return failedResult(error.message, ToolErrorType.PolicyViolation);
    throw error;
  }
}
