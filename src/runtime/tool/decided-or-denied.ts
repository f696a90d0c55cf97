import { type CallDecision, unreadableSettings } from "../consent/decide-call.js";
import { denialOf } from "../consent/denial.js";
import type { ForcedToolDecision } from "./confirmation.js";
import { failedResult } from "./declarative-tool.js";
import { ToolDeniedError } from "./tool-denied-error.js";
import { ToolErrorType } from "./tool-error-type.js";
import type { ToolResult } from "./tool-result.js";

/** Whether a call of a tool is carried out or asked about, as was decided on it. Throws a `ToolDeniedError` with the reason where it is neither. */
export function decidedOrDenied(name: string, answer: CallDecision): Exclude<ForcedToolDecision, "deny"> {
  if (!answer.ok) throw new ToolDeniedError(unreadableSettings(name, answer.problems));
  const { decision } = answer.decided;
  if (decision === "deny") throw new ToolDeniedError(denialOf(name, answer.decided));
  return decision === "ask" ? "ask_user" : "allow";
}

/** The result of a call that is neither carried out nor asked about; `undefined`: it may be. For those who carry out without asking. */
export function whyDenied(decide: () => unknown): ToolResult | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ToolDeniedError) return failedResult(error.message, ToolErrorType.PolicyViolation);
    throw error;
  }
}
