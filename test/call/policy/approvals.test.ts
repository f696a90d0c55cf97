import { expect, it } from "vitest";
import { Approvals, type CallRisk } from "../../../src/call/approvals.js";
import { ToolConfirmationOutcome } from "../../../src/contract/confirmation.js";
import type { RiskLevel } from "../../../src/contract/risk.js";

const { ProceedAlways, ProceedAlwaysTool } = ToolConfirmationOutcome;

/** A call of a tool that neither rules nor settings tell from others. */
const call = (level: RiskLevel) => {
  const risk: CallRisk = {
    level,
    decision: "ask",
    requiresConfirmation: true,
    isExplicit: false,
    isAskedByPath: false,
    impact: undefined,
    rule: undefined,
    from: undefined,
    ownLevel: level,
    usersLevel: undefined,
    scope: { when: [], exactly: false },
    canBeSaved: true,
    seen: {},
  };
  return { tool: "deploy", risk };
};

it.each<[RiskLevel, RiskLevel, boolean]>([
  ["moderate", "moderate", true],
  ["moderate", "safe", true],
  ["moderate", "dangerous", false],
  ["safe", "moderate", false],
])("remembers an always about a %s call for one that is %s now: %s", async (shown, now, has) => {
  const approvals = new Approvals();
  await approvals.remember(ProceedAlways, call(shown));
  expect(approvals.has(call(now))).toBe(has);
});

it("remembers an always about a whole tool for its calls of any level", async () => {
  const approvals = new Approvals();
  await approvals.remember(ProceedAlwaysTool, call("moderate"));
  expect(approvals.has(call("dangerous"))).toBe(true);
});
