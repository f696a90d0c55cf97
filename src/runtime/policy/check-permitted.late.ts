import type { CallContext } from "../contract/call.js";
import type { CallDecision, DecidedCall, PermittedCall } from "../contract/decision.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import { onlyTheUser } from "../refusal/refusal.late.js";
import { decideCall, unreadableSettings } from "./decide-call.js";

/** The decision of settings about a checked call, and the model's message if it is refused. */
export type PermissionCheck =
  | { readonly answer: CallDecision; readonly denied: string }
  | { readonly answer: { readonly ok: true; readonly decided: PermittedCall }; readonly denied?: undefined };

/**
 * Decides on a checked call by all settings. Settings that can't be read refuse every call, because what they deny is
 * unknown.
 */
export function checkPermitted(definition: ToolDefinition, params: JsonObject, context: CallContext): PermissionCheck {
  const { name } = definition;
  const answer = decideCall(definition, params, context);
  if (!answer.ok) return { answer, denied: unreadableSettings(name, answer.problems) };
  const { decided } = answer;
  if (isUnasked(decided, context)) return { answer, denied: unaskedOf(name, decided) };
  return isPermitted(decided) ? { answer: { ok: true, decided } } : { answer, denied: denialOf(name, decided) };
}

const isPermitted = (decided: DecidedCall): decided is PermittedCall => decided.decision !== "deny";

/**
 * Returns true if a call requires confirmation but no user was asked: the client's policy runs this tool without
 * asking, because a policy doesn't know trusted paths.
 */
const isUnasked = ({ isAskedByPath, unattended }: DecidedCall, { via }: CallContext) =>
  via === "call" && isAskedByPath && unattended !== "allow";

function unaskedOf(name: string, { level, impact, from }: DecidedCall): string {
  return [
    `${name} was not run: this ${level} call has to be confirmed because of ${from ?? "its path"}, and the client runs ${name} without asking.`,
    ...(impact === undefined ? [] : [impact]),
    `${onlyTheUser()} They can write the file themselves, or set \`"risk": { "${name}": { "decision": "allow" } }\` in their settings.`,
  ].join("\n");
}

/** Explains a denied call to the model. */
export function denialOf(name: string, { level, from }: DecidedCall): string {
  return `${name} was not run: this ${level} call is denied by ${from ?? "its spec"}. ${onlyTheUser()}`;
}
