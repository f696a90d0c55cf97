import type { Repair, RepairRule } from "../contract/repair.js";
import { formatPath } from "../json/pointer.js";
import type { Steps } from "../json/selector.js";

/** Adds a repair to those of a call. */
export function noteRepair(repairs: Repair[], rule: RepairRule, from: Steps, to?: Steps): void {
  repairs.push({ rule, from: formatPath(from), ...(to === undefined ? {} : { to: formatPath(to) }) });
}
