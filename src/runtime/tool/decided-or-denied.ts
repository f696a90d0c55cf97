import type { CallContext } from "../call/prepare.js";
import { decideCall, unreadableSettings } from "../consent/decide-call.js";
import type { RiskyDefinition } from "../consent/decide-risk.js";
import { denialOf } from "../consent/denial.js";
import type { Subject } from "../consent/read-settings.js";
import type { JsonObject } from "../json.js";
import type { ForcedToolDecision } from "./confirmation.js";
import { failedResult } from "./declarative-tool.js";
import { ToolDeniedError } from "./tool-denied-error.js";
import { ToolErrorType } from "./tool-error-type.js";
import type { ToolResult } from "./tool-result.js";

/** Whether a call is carried out or asked about, by all settings. Throws a `ToolDeniedError` with the reason where it is neither. */
export function decidedOrDenied(
  definition: RiskyDefinition & Subject,
  params: JsonObject,
  context: CallContext,
): Exclude<ForcedToolDecision, "deny"> {
  const answer = decideCall(definition, params, context);
  if (!answer.ok) throw new ToolDeniedError(unreadableSettings(definition.name, answer.problems));
  const { decision } = answer.decided;
  if (decision === "deny") throw new ToolDeniedError(denialOf(definition.name, answer.decided));
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
