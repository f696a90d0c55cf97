import type { RiskLevel } from "../contract/risk.js";
import { type Decision, type Override, riskLevels, type Unattended } from "../contract/risk-settings.js";

/** Returns true if an override applies to calls of this level of their spec. */
export const appliesToLevel = ({ upTo }: Override, own: RiskLevel): boolean =>
  upTo === undefined || riskLevels.indexOf(own) <= riskLevels.indexOf(upTo);

/** Returns the stricter of two decisions, either of which may be missing. */
export function stricter<T extends RiskLevel | Decision | Unattended>(
  order: readonly T[],
  a: T | undefined,
  b: T | undefined,
): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
