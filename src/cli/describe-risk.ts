import type { ToolModel } from "../model/tool.js";
import type { Condition, Risk, RiskRule } from "../runtime/definition.js";
import { describeText } from "./describe-text.js";

/** What decides the risk of a tool's calls, as data: `rules` are empty where every call is the same, else the last one matches always. */
export function riskFacts({ definition: { risk } }: ToolModel) {
  return {
    impact: risk.impact === undefined ? undefined : describeText(risk.impact),
    rules: (risk.rules ?? []).map((rule) => ({
      when: describeConditions(rule),
      level: rule.level,
      requiresConfirmation: rule.requiresConfirmation,
      impact: rule.impact === undefined ? undefined : describeText(rule.impact),
    })),
  };
}

/** The same in words, a line for each rule. */
export function riskLines({ impact, rules }: ReturnType<typeof riskFacts>): readonly string[] {
  if (rules.length === 0) return impact === undefined ? [] : [impact];
  return rules.map((rule) => `${rule.when}: ${riskWords(rule)}${rule.impact === undefined ? "" : `. ${rule.impact}`}`);
}

/** `dangerous, asks first` */
export const riskWords = ({ level, requiresConfirmation }: Pick<Risk, "level" | "requiresConfirmation">): string =>
  `${level}${requiresConfirmation ? ", asks first" : ""}`;

/** `dryRun is true and path is like {"pattern":"^tmp/"}`; `otherwise` for the rule without conditions. */
export function describeConditions({ when }: RiskRule): string {
  return when.length === 0 ? "otherwise" : when.map(describeCondition).join(" and ");
}

function describeCondition(condition: Condition): string {
  if ("fits" in condition) return `${condition.param} is like ${JSON.stringify(condition.fits)}`;
  return `${condition.param} is ${condition.is.map((value) => (value === null ? "absent" : JSON.stringify(value))).join(" or ")}`;
}
