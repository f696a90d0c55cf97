import { type DecidedTool, decideTool } from "../../call/decide-tool.js";
import { writesPaths } from "../../call/paths.js";
import {
  buildFileWord,
  type GeminiDecision,
  geminiArguments,
  geminiDecisions,
  geminiModes,
  geminiName,
} from "../../compiler/gemini-policy.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import type { Condition, RiskRule } from "../../contract/risk.js";
import { describeText } from "./describe-text.js";

/**
 * Returns the rules that decide the risk of a tool's calls, as data: `rules` are empty if all calls have the same risk.
 * Otherwise the last one always matches. Decisions are those of the project's settings, as `toolgen policy` shows them.
 */
export function riskFacts({ definition: { risk, riskSettings, paths } }: ToolModel) {
  return {
    /** True if calls can write trusted paths, which raise the level (docs/risk-values.md#trusted-paths). */
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
function describeConditions({ when }: RiskRule): string {
  return when.length === 0 ? "otherwise" : when.map(describeCondition).join(" and ");
}

function describeCondition(condition: Condition): string {
  if ("fits" in condition) return `${condition.param} is like ${JSON.stringify(condition.fits)}`;
  return `${condition.param} is ${condition.is.map((value) => (value === null ? "absent" : JSON.stringify(value))).join(" or ")}`;
}

/**
 * Returns Gemini CLI's decisions about calls of a tool under the generated policy. `buildFileWord` is the word in its
 * name that makes the client ask about build files.
 */
export function geminiFacts(tool: ToolModel) {
  return { name: geminiName(tool), decisions: geminiDecisions(tool), arguments: geminiArguments(tool), buildFileWord: buildFileWord(tool) };
}

const words: Readonly<Record<GeminiDecision, string>> = { allow: "allowed", ask_user: "asks first", deny: "not shown to the model" };

/** The same in words, one line for modes with the same decision. */
export function describeGemini({
  name,
  decisions,
  arguments: { rules, lost },
  buildFileWord,
}: ReturnType<typeof geminiFacts>): readonly string[] {
  const byMode = geminiModes.map((mode) => {
    const { interactive, headless } = decisions[mode];
    return { mode, says: interactive === headless ? words[interactive] : `${words[interactive]}; unattended: ${words[headless]}` };
  });
  const modes = [...new Set(byMode.map(({ says: effect }) => effect))].map(
    (effect) => `${byMode.flatMap((one) => (one.says === effect ? [one.mode] : [])).join(", ")}: ${effect}`,
  );
  const wary =
    buildFileWord === undefined
      ? []
      : [
          `asks before calls for a build file such as package.json, whatever the policy says: its name contains the word '${buildFileWord}'`,
        ];
  const byArguments = [
    ...rules.map(({ decision, when }) => `${decision === "allow" ? "allowed, unattended too," : "denied"} where ${when}`),
    ...lost.map(({ rule, decision, because }) => `${rule} (${decision}) can't be said: ${because}`),
  ];
  return [`called ${name}`, ...modes, ...byArguments, ...wary];
}
