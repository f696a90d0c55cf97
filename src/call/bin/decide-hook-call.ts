import type { CallContext } from "../../contract/call.js";
import type { CompiledTool, ToolDefinition } from "../../contract/definition.js";
import { singleLine } from "../../contract/display-text.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { PreparationCode } from "../../contract/problem.js";
import type { DecidedCall } from "../../contract/risk.js";
import { isAudited } from "../call-record.js";
import { decideBySpec } from "../decide-risk.js";
import { forPlatform, prepareOrRefuse } from "../execute-call.js";
import { checkPermitted } from "../policy/check-permitted.late.js";
import { recordCall, recordOrDeny } from "../record-call.late.js";
import { ruleText } from "../risk-settings.js";
import { callResultText } from "../shape-result.js";

/** The decision about a call before it is sent. A reason for `deny` is for the model, one for `ask` for the user. */
export type HookDecision =
  | { readonly decision: "allow" }
  | { readonly decision: "ask"; readonly reason: string; readonly call: DecidedCall }
  | { readonly decision: "deny"; readonly reason: string };

/**
 * Decides on a call as the server would: the same repair, checks, rules and settings. Runs and writes nothing. What the
 * environment lacks is left to the server, because a client can start that with other variables than its hooks.
 */
export function decideHookCall(tool: CompiledTool, args: unknown, context: CallContext): HookDecision {
  const prepared = prepareOrRefuse(tool, args, { ...context, via: "hook" });
  if (prepared.ok) {
    const { decided = decideBySpec(prepared.tool.definition, prepared.call.params, context) } = prepared;
    return decided.decision === "allow" ? { decision: "allow" } : askedOf(prepared.tool.definition, decided);
  }
  const { refused, repaired } = prepared;
  const isRepaired = repaired !== undefined && repaired !== "late" && repaired.ok;
  if (refused.kind === "refused" && isByEnvironment(refused.refusal.code) && isRepaired)
    return decideUnprepared(tool, repaired.params, context);
  return { decision: "deny", reason: callResultText(refused).trimEnd() };
}

const isByEnvironment = (code: PreparationCode) => code === "missingSecret" || code === "invalidSecret" || code === "unusableFolder";

function decideUnprepared(tool: CompiledTool, params: JsonObject, context: CallContext): HookDecision {
  const { definition } = forPlatform(tool, process.platform);
  const { answer, denial } = checkPermitted(definition, params, context);
  if (denial !== undefined)
    return { decision: "deny", reason: callResultText({ kind: "denied", tool: definition.name, denial }).trimEnd() };
  return answer.decided.decision === "allow" ? { decision: "allow" } : askedOf(definition, answer.decided);
}

/** The most of an impact that is shown in a client's question. */
const longestImpact = 400;

function askedOf(definition: ToolDefinition, call: DecidedCall): HookDecision {
  const { level, impact } = call;
  const impactLines = impact === undefined ? [] : [singleLine(impact, longestImpact)];
  const reason = [`${definition.name}: this ${level} call requires confirmation (${ruleText(definition, call)}).`, ...impactLines].join(
    "\n",
  );
  return { decision: "ask", reason, call };
}

/**
 * Logs and counts a call that a hook has denied, where that is wanted: it never reaches the server, which would do so.
 */
export function recordHookDenial(tool: CompiledTool, args: unknown, context: CallContext): void {
  const audited = { ...context, via: "hook" } as const;
  if (!context.env.TOOLGEN_REPAIRS && !isAudited(tool.definition, audited)) return;
  recordCall(tool.definition, args, {
    context: audited,
    work: (recorded) => {
      const again = prepareOrRefuse(tool, args, recorded);
      recordOrDeny(again, recorded);
      if (!again.ok) return again.refused;
      // The client would have run it without the question that it needs.
      recorded.record?.refused("denied");
      return { kind: "denied", tool: tool.definition.name, denial: { code: "by-user" } };
    },
  });
}
