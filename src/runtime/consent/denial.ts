import type { CallContext } from "../call/prepare.js";
import type { ToolDefinition } from "../definition.js";
import type { JsonObject } from "../json.js";
import { type DecidedCall, decideCall, unreadableSettings } from "./decide-call.js";

/**
 * Why a checked call is refused by settings, for the model; `undefined` if it isn't. Whoever calls has nobody to ask, so what is to be asked about is for the
 * client. Settings that can't be read refuse every call: what they deny can't be known.
 */
export function denial(definition: ToolDefinition, params: JsonObject, context: CallContext): string | undefined {
  const { name } = definition;
  const answer = decideCall(definition, params, context);
  if (!answer.ok) return unreadableSettings(name, answer.problems);
  return answer.decided.decision === "deny" ? denialOf(name, answer.decided) : undefined;
}

/** Why a call that is denied is not carried out, for the model. */
export function denialOf(name: string, { level, from }: DecidedCall): string {
  return `${name} was not run: this ${level} call is denied by ${from ?? "its spec"}. Only the user can change that, so don't try to reach the same in another way.`;
}
