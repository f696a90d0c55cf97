import { readOnlyKinds } from "../runtime/contract/kind.js";
import { riskLevels } from "../runtime/contract/risk-settings.js";
import { sortedJson } from "../runtime/json/sorted-json.js";
import type { NamelessChange } from "./change.js";
import type { ToolSurface } from "./surface.js";

/** Compares the kind of two forms of a tool, its level of risk, and the confirmation of calls. */
export function compareRisk(before: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  return [...compareKinds(before, after), ...compareLevels(before.risk, after.risk)];
}

function compareKinds({ kind: before }: ToolSurface, { kind: after }: ToolSurface): readonly NamelessChange[] {
  if (before === after) return [];
  const isRiskier = readOnlyKinds.has(before) && !readOnlyKinds.has(after);
  return [{ code: isRiskier ? "kind-riskier" : "kind-changed", before, after }];
}

/** Compares the level, and the confirmation of calls. */
export function compareLevels(before: ToolSurface["risk"], after: ToolSurface["risk"]): readonly NamelessChange[] {
  const difference = riskLevels.indexOf(after.level) - riskLevels.indexOf(before.level);
  const [old, now] = [before.requiresConfirmation, after.requiresConfirmation];
  const level: readonly NamelessChange[] =
    difference === 0 ? [] : [{ code: difference > 0 ? "level-raised" : "level-lowered", before: before.level, after: after.level }];
  const confirmation: readonly NamelessChange[] = old === now ? [] : [{ code: now ? "confirmation-added" : "confirmation-removed" }];
  // Rules are compared as a whole: which of two sets is stricter depends on the arguments.
  const areEqual = sortedJson([...before.rules]) === sortedJson([...after.rules]);
  const rules: readonly NamelessChange[] = areEqual ? [] : [{ code: "risk-rules-changed" }];
  return [...level, ...confirmation, ...rules];
}
