import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";
import { Approvals } from "../../runtime/policy/approvals.js";
import type { ClientApprovals } from "./check-approval.js";

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
