import type { ToolModel } from "../../model/tool.js";
import type { Condition, Risk, RiskRule } from "../../runtime/contract/risk.js";
import { writesPaths } from "../../runtime/paths/writes-paths.js";
import { describeText } from "./describe-text.js";

/**
 * Returns the rules that decide the risk of a tool's calls, as data: `rules` are empty if all calls have the same risk.
 * Otherwise the last one always matches.
 */
export function riskFacts({ definition: { risk, paths }, unknownPrograms }: ToolModel) {
  return {
    /** True if calls can write trusted paths, which raise the level (docs/risk.md#trusted-paths). */
    trustedPaths: writesPaths({ paths }),
    ...(unknownPrograms.length === 0 ? {} : { unknownPrograms }),
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
export function riskLines({ impact, rules, trustedPaths, unknownPrograms = [] }: ReturnType<typeof riskFacts>): readonly string[] {
  return [
    ...(unknownPrograms.length === 0
      ? []
      : [`moderate by default, because toolgen doesn't know ${unknownPrograms.join(", ")}: write \`risk\``]),
    ...(rules.length === 0 && impact !== undefined ? [impact] : []),
    ...rules.map((rule) => `${rule.when}: ${riskWords(rule)}${rule.impact === undefined ? "" : `. ${rule.impact}`}`),
    ...(trustedPaths
      ? ["a path that programs run or obey, such as .npmrc or AGENTS.md: at least dangerous, asks first (docs/risk.md)"]
      : []),
  ];
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
