import type { CallContext } from "../contract/call.js";
import type { CallDecision, CallFolders, PermittedCall } from "../contract/decision.js";
import { type Unattended, unattendedWords } from "../contract/risk-settings.js";
import type { JsonObject } from "../json/json-value.js";
import { SlowMatch } from "../pattern/matches-with-limit.js";
import { decideRisk, type RiskyDefinition } from "./decide-risk.js";
import type { Subject } from "./read-settings.js";
import { stricter } from "./stricter.js";
import { userRiskSettings } from "./user-settings.js";

/**
 * Calls `decideRisk` with the user's settings file and the command line. `params` are checked. Settings that can't be
 * read are reported, because what they deny is unknown.
 */
export function decideCall(definition: RiskyDefinition & Subject, params: JsonObject, context: CallContext): CallDecision {
  const user = userRiskSettings(definition, context.env);
  if (!user.ok) return user;
  const { riskSettings } = user;
  const settings = { user: riskSettings, ...(context.commandLine && { commandLine: context.commandLine }) };
  const unattended = stricter(unattendedWords, definition.riskSettings?.unattended, riskSettings.unattended);
  try {
    return { ok: true, decided: { ...decideRisk(definition, params, context, settings), unattended, settings } };
  } catch (error) {
    if (error instanceof SlowMatch) return { ok: false, problems: [`${error.message}.`] };
    throw error;
  }
}

/** Decides on a call by its tool's spec, without settings. A spec denies nothing. */
export function decideBySpec(definition: RiskyDefinition, params: JsonObject, folders: CallFolders): PermittedCall {
  const decided = decideRisk(definition, params, folders);
  return { ...decided, decision: decided.requiresConfirmation ? "ask" : "allow", unattended: undefined, settings: {} };
}

/**
 * Returns the decision about a call that requires confirmation if no user can be asked; `undefined` if settings don't
 * say. While they can't be read, `deny`.
 */
export const unattendedBy = (answer: CallDecision): Unattended | undefined => (answer.ok ? answer.decided.unattended : "deny");
