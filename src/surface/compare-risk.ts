import { readOnlyKinds } from "../runtime/contract/kind.js";
import { riskLevels } from "../runtime/contract/risk-settings.js";
import { sortedJson } from "../runtime/json/sorted-json.js";
import type { NamelessChange } from "./change.js";
import type { ToolSurface } from "./surface.js";

/** Compares the kind of two forms of a tool, its level of risk, and the confirmation of calls. */
export function compareRisk(before: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  return [...compareKinds(before, after), ...compareLevels(before, after)];
}

function compareKinds({ kind: before }: ToolSurface, { kind: after }: ToolSurface): readonly NamelessChange[] {
  if (before === after) return [];
  const isRiskier = readOnlyKinds.has(before) && !readOnlyKinds.has(after);
  return [{ code: isRiskier ? "kind-riskier" : "kind-changed", before, after }];
}

type WithRisk = Pick<ToolSurface, "risk" | "details">;

/** Compares the level, and the confirmation of calls. A denial is reported as such, not as a lost confirmation. */
export function compareLevels(before: WithRisk, after: WithRisk): readonly NamelessChange[] {
  const [{ risk: old }, { risk: now }] = [before, after];
  const difference = riskLevels.indexOf(now.level) - riskLevels.indexOf(old.level);
  const level: readonly NamelessChange[] =
    difference === 0 ? [] : [{ code: difference > 0 ? "level-raised" : "level-lowered", before: old.level, after: now.level }];
  const isConfirmed = [old, now].map(({ requiresConfirmation }) => requiresConfirmation);
  const isSame = isConfirmed[0] === isConfirmed[1] || isDenied(before) !== isDenied(after);
  const confirmation: readonly NamelessChange[] = isSame ? [] : [{ code: isConfirmed[1] ? "confirmation-added" : "confirmation-removed" }];
  // Rules are compared as a whole: which of two sets is stricter depends on the arguments.
  const areEqual = sortedJson(ownRules(old)) === sortedJson(ownRules(now));
  const rules: readonly NamelessChange[] = areEqual ? [] : [{ code: "risk-rules-changed" }];
  return [...level, ...confirmation, ...rules];
}

/** A lock without details doesn't say it. */
const isDenied = ({ details = {} }: WithRisk) => details["risk.denied"] === true;

/** A single rule that always applies says the same as the level. It comes with any setting of the project. */
const ownRules = ({ rules }: ToolSurface["risk"]) => (rules.length === 1 && rules[0]?.when.length === 0 ? [] : [...rules]);
