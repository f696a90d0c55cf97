import type { PreparedOrRefused } from "../runtime/call/call-tool.js";
import type { CallContext } from "../runtime/contract/call.js";
import type { DecidedCall, DecidedRisk, PermittedCall } from "../runtime/contract/decision.js";
import type { Approvals } from "../runtime/policy/approvals.js";
import { type CallRisk, callRisk } from "../runtime/policy/call-risk.js";
import { decideBySpec } from "../runtime/policy/decide-call.js";
import { userSettingsFile } from "../runtime/policy/user-settings-file.js";
import { onlyTheUser } from "../runtime/refusal/refusal.late.js";
import { type ElicitationQuestion, elicitationQuestion } from "./elicitation-question.js";

/** Who is asked, if anyone. */
export interface Client {
  /** True if the client supports elicitation. */
  readonly canElicit: boolean;
  /** True if the client asks its user before each call, so that the user isn't asked twice. */
  readonly asksItself: boolean;
  readonly consents: Approvals;
  /**
   * If it can't ask: why a call that requires confirmation isn't run; nothing if it may run. By default the server's
   * own rule.
   */
  readonly refusedHere?: (name: string, decided: PermittedCall, env: CallContext["env"]) => string | undefined;
}

/** The decision that a call may run, or the question to ask first. */
export type ApprovalState =
  | { readonly kind: "given"; readonly isRemembered?: true }
  | { readonly kind: "refused"; readonly message: string; readonly risk: DecidedRisk }
  | { readonly kind: "asked"; readonly question: ElicitationQuestion };

const given: ApprovalState = { kind: "given" };

/** A checked call that nothing refuses. */
type Prepared = PreparedOrRefused & { readonly ok: true };

/**
 * Returns the approval that a checked call needs, as decided when it was prepared. If it requires confirmation and the
 * client can't ask, `confirm.unattended` of the settings decides. If that isn't set, dangerous calls, and those that a
 * spec or settings explicitly confirm, are refused. Others are left to the client's own policy, which has the hints.
 */
export function checkApproval(prepared: Prepared, context: CallContext, client: Client): ApprovalState {
  const { call, tool } = prepared;
  const { definition } = tool;
  const decided = decidedOn(prepared, context);
  const { decision, level, isExplicit } = decided;
  if (decision === "allow" || client.asksItself) return given;
  if (client.canElicit) {
    const risk = riskOfCall(prepared, context);
    if (client.consents.has({ tool: definition.name, risk })) return { kind: "given", isRemembered: true };
    return { kind: "asked", question: elicitationQuestion({ definition, call, risk, context }) };
  }
  if (client.refusedHere !== undefined) {
    const message = client.refusedHere(definition.name, decided, context.env);
    return message === undefined ? given : { kind: "refused", message, risk: decided };
  }
  const { unattended = level === "dangerous" || isExplicit ? "deny" : "allow" } = decided;
  return unattended === "allow" ? given : { kind: "refused", message: nobodyToAsk(definition.name, decided, context), risk: decided };
}

/** Returns the risk of a call for its confirmation, by the settings that decided on it. */
export function riskOfCall(prepared: Prepared, context: CallContext): CallRisk {
  return callRisk(prepared.tool, prepared.call.params, context, { ok: true, decided: decidedOn(prepared, context) });
}

const decidedOn = ({ decided, call, tool }: Prepared, context: CallContext): PermittedCall =>
  decided ?? decideBySpec(tool.definition, call.params, context);

function nobodyToAsk(name: string, { level, unattended, isExplicit, from }: DecidedCall, { env }: CallContext): string {
  const file = userSettingsFile(env) ?? "the settings file";
  const because = unattended === undefined ? "" : " and settings say `unattended: deny`";
  const by = isExplicit && level !== "dangerous" ? ` (${from ?? "its spec"} says so)` : "";
  return [
    `${name} was not run: this ${level} call has to be confirmed${by}, but this client can't ask its user through the server${because}.`,
    `${onlyTheUser()} They can use a client that has elicitation, or set one of:`,
    `- \`"confirm": { "unattended": "allow" }\` in ${file}, or \`confirm: { unattended: allow }\` in toolgen.yaml: for all tools;`,
    `- \`"risk": { "${name}": { "decision": "allow" } }\` in the same file, or \`--risk ${name}=allow\` where the server is started: for this tool;`,
    "- `--client-asks` where the server is started, if the client itself asks before each call.",
  ].join("\n");
}
