import { Approvals, type CallRisk, callRisk } from "../../call/approvals.js";
import { decideBySpec } from "../../call/decide-risk.js";
import { notShown, unplanned } from "../../call/execute-call.js";
import type { PreparedToRun } from "../../call/prepare-call.js";
import { userSettingsFile } from "../../call/user-settings.js";
import type { CallContext } from "../../contract/call.js";
import type { Denial } from "../../contract/call-result.js";
import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { DecidedCall, DecidedRisk, PermittedCall } from "../../contract/risk.js";
import { type ElicitationQuestion, elicitationQuestion } from "./elicitation-question.js";

/** The approvals of a client's user for as long as the process runs. */
export type ClientApprovals = Pick<Approvals, "has" | "remember">;

/** Who is asked, if anyone. */
export interface Client {
  /** The name that it gives itself. */
  readonly name?: string;
  /** True if the client supports elicitation. */
  readonly canElicit: boolean;
  /** True if the client asks its user before each call, so that the user isn't asked twice. */
  readonly asksItself: boolean;
  readonly approvals: ClientApprovals;
  /** True if the client is known to run calls without asking its user. */
  readonly neverAsks?: boolean;
  /**
   * If it can't ask: why a call that requires confirmation isn't run; nothing if it may run. By default the server's
   * own rule.
   */
  readonly unattendedRefusal?: (name: string, decided: PermittedCall, env: CallContext["env"]) => string | undefined;
}

/** The decision that a call may run, or the question to ask first. */
type ApprovalState =
  | { readonly kind: "given"; readonly isRemembered?: true }
  | { readonly kind: "refused"; readonly denial: Denial; readonly risk: DecidedRisk }
  | { readonly kind: "asked"; readonly question: ElicitationQuestion };

const approved: ApprovalState = { kind: "given" };

/**
 * Returns the approval that a checked call needs, as decided when it was prepared. If it requires confirmation and the
 * client can't ask, `confirm.unattended` of the settings decides. If that isn't set, dangerous calls, and those that a
 * spec or settings explicitly confirm, are refused. Others are left to the client's own policy, which has the hints; a
 * client that has no policy gets none of them.
 */
export function checkApproval(prepared: PreparedToRun, context: CallContext, client: Client, plan?: string): ApprovalState {
  const { call, tool } = prepared;
  const { definition } = tool;
  const decided = decidedOn(prepared, context);
  const denial = unaskedDenial({ definition, decided }, context, client);
  if (denial !== undefined) return { kind: "refused", denial, risk: decided };
  if (plan !== undefined) {
    // Neither a setting nor an earlier answer has seen it.
    return { kind: "asked", question: elicitationQuestion({ definition, call, risk: riskOfCall(prepared, context), context, plan }) };
  }
  if (decided.decision === "allow" || client.asksItself || !client.canElicit) return approved;
  const risk = riskOfCall(prepared, context);
  if (client.approvals.has({ tool: definition.name, risk })) return { kind: "given", isRemembered: true };
  return { kind: "asked", question: elicitationQuestion({ definition, call, risk, context }) };
}

interface Decided {
  readonly definition: ToolDefinition;
  readonly decided: PermittedCall;
}

/** Returns the denial of a call that needs an answer, for a client that can't ask its user. */
export function unaskedDenial({ definition, decided }: Decided, context: CallContext, client: Client): Denial | undefined {
  if (client.canElicit) return undefined;
  if (definition.plan !== undefined) return unplanned(definition.name, notShown).denial;
  const { decision, level, isExplicit } = decided;
  if (decision === "allow" || client.asksItself) return undefined;
  if (client.unattendedRefusal !== undefined) {
    const message = client.unattendedRefusal(definition.name, decided, context.env);
    return message === undefined ? undefined : { code: "message", message };
  }
  const { unattended = level === "dangerous" || isExplicit || client.neverAsks === true ? "deny" : "allow" } = decided;
  return unattended === "allow" ? undefined : noElicitation(decided, context);
}

/** Returns the risk of a call for its confirmation, by the settings that decided on it. */
export function riskOfCall(prepared: PreparedToRun, context: CallContext): CallRisk {
  return callRisk(prepared.tool, prepared.call.params, context, { ok: true, decided: decidedOn(prepared, context) });
}

const decidedOn = ({ decided, call, tool }: PreparedToRun, context: CallContext): PermittedCall =>
  decided ?? decideBySpec(tool.definition, call.params, context);

function noElicitation({ level, unattended, isExplicit, from }: DecidedCall, { env }: CallContext): Denial {
  const askedBy = isExplicit && level !== "dangerous" ? (from ?? "its spec") : undefined;
  const settingsFile = userSettingsFile(env) ?? "the settings file";
  return { code: "no-elicitation", level, askedBy, isUnattended: unattended !== undefined, settingsFile };
}

/** The approvals of each principal. Only those who have allowed something take memory: there may be many callers. */
export class ApprovalsByPrincipal {
  readonly #approvals = new Map<string, Approvals>();

  /** How many principals have allowed something. */
  get size(): number {
    return this.#approvals.size;
  }

  of(principal: string): ClientApprovals {
    return {
      has: (call) => this.#approvals.get(principal)?.has(call) === true,
      remember: async (outcome, call) => {
        const { Cancel, ProceedOnce } = ToolConfirmationOutcome;
        if (outcome === ProceedOnce || outcome === Cancel) return;
        const approvals = this.#approvals.get(principal) ?? new Approvals();
        this.#approvals.set(principal, approvals);
        await approvals.remember(outcome, call);
      },
    };
  }
}
