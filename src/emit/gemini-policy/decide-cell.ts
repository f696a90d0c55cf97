import type { ToolModel } from "../../model/tool.js";
import { type Condition, principalName } from "../../runtime/contract/risk.js";
import type { Decision } from "../../runtime/contract/risk-settings.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import { conditionHolds } from "../../runtime/policy/decide-risk.js";
import { resolveDecision } from "../../runtime/policy/resolve-decision.js";
import { appliesToLevel } from "../../runtime/policy/stricter.js";

/** Which of a parameter's conditions hold, in order: `1` for one that does, `0` for one that doesn't. */
export type Truth = string;

/** The conditions of a tool's rules and the project's settings on one parameter. */
export interface ParameterConditions {
  readonly param: string;
  readonly conditions: readonly Condition[];
  /** The values that they name. */
  readonly listed: readonly JsonValue[];
}

/** The parameters that decide, in the order in which conditions first name them. */
export function conditionsByParameter({ definition: { risk, riskSettings } }: ToolModel): readonly ParameterConditions[] {
  const all = [...(risk.rules ?? []), ...(riskSettings?.overrides ?? [])]
    .flatMap(({ when }) => when)
    .filter(({ param }) => param !== principalName);
  return [...new Set(all.map(({ param }) => param))].map((param) => {
    const conditions = all.filter((one) => one.param === param);
    return { param, conditions, listed: conditions.flatMap((one) => ("is" in one ? one.is : [])) };
  });
}

export const truthOf = ({ conditions }: ParameterConditions, value: JsonValue): Truth =>
  conditions.map((one) => (conditionHolds(one, value) ? "1" : "0")).join("");

/** More schemas of one parameter would make too many combinations. */
export const mostSchemas = 6;

/**
 * All combinations of conditions that can hold for a parameter, and more if that is unknown: each value in a condition,
 * and any other value, for which each schema may or may not hold.
 */
export function allTruths(asked: ParameterConditions): readonly Truth[] {
  const unlisted = asked.conditions.reduce<readonly Truth[]>(
    (truths, one) => truths.flatMap((truth) => ("is" in one ? [`${truth}0`] : [`${truth}0`, `${truth}1`])),
    [""],
  );
  return [...new Set([...[...asked.listed, null].map((value) => truthOf(asked, value)), ...unlisted])];
}

/** Returns the decision about the calls of a cell, and the rule that made it: a setting, or `risk.rules.0`. */
export function decideCell(
  { definition: { risk, riskSettings } }: ToolModel,
  ofParameter: (condition: Condition) => boolean,
): { readonly decision: Decision; readonly from: string } {
  // A client's policy is for its user on this machine. Only a server over HTTP knows callers.
  const holds = (one: Condition) => (one.param === principalName ? conditionHolds(one, null) : ofParameter(one));
  const owns = risk.rules ?? [{ ...risk, when: [] }];
  const at = owns.findIndex(({ when }) => when.every(holds));
  const own = owns[at] ?? risk;
  const override = riskSettings?.overrides?.find((one) => appliesToLevel(one, own.level) && one.when.every(holds));
  const { decision, from } = resolveDecision(own, {
    project: { ...(riskSettings?.confirm && { confirm: riskSettings.confirm }), override },
  });
  return { decision, from: from ?? (at < owns.length - 1 ? `risk.rules.${at}` : "risk") };
}
