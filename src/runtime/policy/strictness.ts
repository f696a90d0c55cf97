import type { RiskLevel } from "../contract/risk.js";
import { type Decision, levels, type Override, type Unattended } from "../contract/risk-settings.js";

/** Whether an override is about calls that their spec says are of this level. */
export const appliesToLevel = ({ upTo }: Override, own: RiskLevel): boolean =>
  upTo === undefined || levels.indexOf(own) <= levels.indexOf(upTo);

/** The stricter of two, of which either may be missing. */
export function stricter<T extends RiskLevel | Decision | Unattended>(
  order: readonly T[],
  a: T | undefined,
  b: T | undefined,
): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
