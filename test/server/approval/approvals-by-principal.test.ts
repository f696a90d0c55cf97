import { expect, it } from "vitest";
import { ToolConfirmationOutcome } from "../../../src/contract/confirmation.js";
import { ApprovalsByPrincipal } from "../../../src/server/state/check-approval.js";

const call = { tool: "wipe" };

it("keeps what a caller has allowed for that caller, and nothing of the others", async () => {
  const approvals = new ApprovalsByPrincipal();
  for (let i = 0; i < 100; i++) {
    const caller = approvals.of(`caller-${i}`);
    expect(caller.has(call)).toBe(false);
    await caller.remember(ToolConfirmationOutcome.ProceedOnce, call);
    await caller.remember(ToolConfirmationOutcome.Cancel, call);
  }
  expect(approvals.size).toBe(0);
  const [asked, answered] = [approvals.of("alice"), approvals.of("alice")];
  await answered.remember(ToolConfirmationOutcome.ProceedAlways, call);
  expect([asked.has(call), approvals.of("alice").has(call), approvals.of("bob").has(call)]).toEqual([true, true, false]);
  expect(approvals.size).toBe(1);
});
