import type { ToolModel } from "../../model/tool.js";
import type { Condition, RiskRule } from "../../runtime/contract/risk.js";
import { writesPaths } from "../../runtime/paths/writes-paths.js";
import { type DecidedTool, decideTool } from "../../runtime/policy/decide-tool.js";
import { describeText } from "./describe-text.js";

/**
 * Returns the rules that decide the risk of a tool's calls, as data: `rules` are empty if all calls have the same risk.
 * Otherwise the last one always matches. Decisions are those of the project's settings, as `toolgen policy` shows them.
 */
export function riskFacts({ definition: { risk, riskSettings, paths } }: ToolModel) {
  return {
    /** True if calls can write trusted paths, which raise the level (docs/risk.md#trusted-paths). */
    trustedPaths: writesPaths({ paths }),
    impact: risk.impact === undefined ? undefined : describeText(risk.impact),
    rules: (risk.rules ?? []).map((rule) => ({
      when: describeConditions(rule),
      ...decisionFacts(decideTool({ risk: rule, ...(riskSettings && { riskSettings }) })),
      impact: rule.impact === undefined ? undefined : describeText(rule.impact),
    })),
  };
}

/** The same in words, a line for each rule. */
export function riskLines({ impact, rules, trustedPaths }: ReturnType<typeof riskFacts>): readonly string[] {
  return [
    ...(rules.length === 0 && impact !== undefined ? [impact] : []),
    ...rules.map((rule) => `${rule.when}: ${riskWords(rule)}${rule.impact === undefined ? "" : `. ${rule.impact}`}`),
    ...(trustedPaths
      ? ["a path that programs run or obey, such as .npmrc or AGENTS.md: at least dangerous, asks first (docs/risk.md)"]
      : []),
  ];
}

const decisionFacts = ({ level, decision, deniedBy }: DecidedTool) => ({
  level,
  decision,
  requiresConfirmation: decision === "ask",
  /** True if the project's settings deny some of these calls, by other arguments. */
  someDenied: deniedBy.length > 0,
});

const decisionWords = { allow: "", ask: ", asks first", deny: ", denied" } as const;

/** `dangerous, asks first` */
export const riskWords = ({ level, decision, someDenied }: ReturnType<typeof decisionFacts>): string =>
  `${level}${decisionWords[decision]}${someDenied ? ", some are denied" : ""}`;

/** The same of all calls of a tool. */
export const toolRiskFacts = ({ definition }: Pick<ToolModel, "definition">) => decisionFacts(decideTool(definition));

/** `dryRun is true and path is like {"pattern":"^tmp/"}`; `otherwise` for the rule without conditions. */
export function describeConditions({ when }: RiskRule): string {
  return when.length === 0 ? "otherwise" : when.map(describeCondition).join(" and ");
}

function describeCondition(condition: Condition): string {
  if ("fits" in condition) return `${condition.param} is like ${JSON.stringify(condition.fits)}`;
  return `${condition.param} is ${condition.is.map((value) => (value === null ? "absent" : JSON.stringify(value))).join(" or ")}`;
}
