import type { CallContext } from "../../contract/call.js";
import type { Denial } from "../../contract/call-result.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { CallDecision, DecidedCall, PermittedCall } from "../../contract/risk.js";
import { decideCall, decideRisk } from "../decide-risk.js";

/** The decision of settings about a checked call, and why it is denied. */
export type PermissionCheck =
  | { readonly answer: CallDecision; readonly denial: Denial }
  | { readonly answer: { readonly ok: true; readonly decided: PermittedCall }; readonly denial?: undefined };

/**
 * Decides on a checked call by all settings. Settings that can't be read refuse every call, because what they deny is
 * unknown.
 */
export function checkPermitted(definition: ToolDefinition, params: JsonObject, context: CallContext): PermissionCheck {
  const answer = decideCall(definition, params, context);
  if (!answer.ok) return { answer, denial: { code: "unreadable-settings", problems: answer.problems } };
  const { decided } = answer;
  const { level, impact, from } = decided;
  const unasked = whyUnasked(definition, params, { decided, context });
  if (unasked !== undefined) return { answer, denial: { code: "unasked", level, impact, from, because: unasked } };
  return isPermitted(decided) ? { answer: { ok: true, decided } } : { answer, denial: { code: "by-settings", level, from } };
}

const isPermitted = (decided: DecidedCall): decided is PermittedCall => decided.decision !== "deny";

/**
 * Returns what requires confirmation of a call although no user was asked: the client's policy runs this tool without
 * asking, because a policy knows neither trusted paths nor the user's own settings.
 */
function whyUnasked(
  definition: ToolDefinition,
  params: JsonObject,
  { decided, context }: { readonly decided: DecidedCall; readonly context: CallContext },
): "path" | "settings" | undefined {
  const { decision, isAskedByPath, unattended, settings } = decided;
  if (context.via !== "call" || decision !== "ask" || unattended === "allow") return undefined;
  if (isAskedByPath) return "path";
  const isByUser = context.commandLine === undefined && Object.keys(settings.user ?? {}).length > 0;
  return isByUser && decideRisk(definition, params, context).decision === "allow" ? "settings" : undefined;
}
