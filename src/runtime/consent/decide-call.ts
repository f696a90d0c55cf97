import type { CallContext } from "../call/prepare.js";
import type { JsonObject } from "../json.js";
import { SlowMatch } from "../pattern/matches-with-limit.js";
import { onlyUserCan } from "../refusal.js";
import { type Decision, stricter, type Unattended, type UserConsent, unattendedWords } from "./consent.js";
import { type DecidedRisk, decideRisk, type RiskyDefinition } from "./decide-risk.js";
import type { Folders } from "./paths-as-they-lead.js";
import type { Subject } from "./read-settings.js";
import { userConsent } from "./user-settings.js";

/** A call under all settings. */
export interface DecidedCall extends DecidedRisk {
  /** What settings say of calls that are to be asked about where nobody can be asked; `undefined`: nothing. */
  readonly unattended: Unattended | undefined;
  /** What the user said of the tool when it was decided: whoever has to know more of the call goes by the same. */
  readonly said: UserConsent;
}

/** A call that nothing refuses. */
export type PermittedCall = DecidedCall & { readonly decision: Exclude<Decision, "deny"> };

/** What becomes of a call, or why that can't be found out. */
export type CallDecision =
  | { readonly ok: true; readonly decided: DecidedCall }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * `decideRisk` with what the user's settings file and the command line say. `params` are checked. Settings that can't be read are told: what they deny can't be
 * known.
 */
export function decideCall(definition: RiskyDefinition & Subject, params: JsonObject, context: CallContext): CallDecision {
  const user = userConsent(definition, context.env);
  if (!user.ok) return user;
  const { consent } = user;
  const said = { user: consent, ...(context.commandLine && { commandLine: context.commandLine }) };
  const unattended = stricter(unattendedWords, definition.consent?.unattended, consent.unattended);
  try {
    return { ok: true, decided: { ...decideRisk(definition, params, context, said), unattended, said } };
  } catch (error) {
    if (error instanceof SlowMatch) return { ok: false, problems: [`${error.message}.`] };
    throw error;
  }
}

/** What a tool's spec makes of a call, where there are no settings. A spec denies nothing. */
export function decideBySpec(definition: RiskyDefinition, params: JsonObject, folders: Folders): PermittedCall {
  const decided = decideRisk(definition, params, folders);
  return { ...decided, decision: decided.requiresConfirmation ? "ask" : "allow", unattended: undefined, said: {} };
}

/** Why no call of a tool is carried out while the user's settings can't be read. */
export function unreadableSettings(name: string, problems: readonly string[]): string {
  const problem = [`${name} was not run: the user's settings are invalid, so permissions cannot be determined.`, ...problems].join("\n- ");
  return `${problem}\nNothing was changed. ${onlyUserCan(name, "corrects the settings")}`;
}

/** What becomes of a call that is to be asked about where nobody can be asked; `undefined`: settings don't say. While they can't be read, `deny`. */
export const unattendedBy = (answer: CallDecision): Unattended | undefined => (answer.ok ? answer.decided.unattended : "deny");
