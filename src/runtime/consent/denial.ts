import type { CallContext } from "../call/prepare.js";
import type { ToolDefinition } from "../definition.js";
import type { JsonObject } from "../json.js";
import { decideRisk } from "./decide-risk.js";
import { userConsent } from "./user-settings.js";

/**
 * Why a checked call is refused by settings, for the model; `undefined` if it isn't. Whoever calls has nobody to ask, so what is to be asked about is for the
 * client. Settings that can't be read refuse every call: what they deny can't be known.
 */
export function denial(definition: ToolDefinition, params: JsonObject, context: CallContext): string | undefined {
  const user = userConsent(definition, context.env);
  const { name } = definition;
  if (!user.ok)
    return [`${name} was not run: what the user's settings allow can't be found out until they are corrected.`, ...user.problems].join(
      "\n- ",
    );
  const { decision, from, level } = decideRisk(definition, params, context, {
    user: user.consent,
    ...(context.commandLine && { commandLine: context.commandLine }),
  });
  if (decision !== "deny") return undefined;
  return `${name} was not run: this ${level} call is denied by ${from ?? "its spec"}. Only the user can change that, so don't try to reach the same in another way.`;
}
