import type { ToolModel } from "../../model/tool.js";
import { hashOf } from "../hash-of.js";
import type { Details } from "../surface.js";
import { presentMembers } from "./present-members.js";

/** Returns what the spec and the project's settings say of the risk of calls, besides levels and rules. */
export function riskDetails({ risk: { category, isDenied }, definition: { risk, riskSettings = {} } }: ToolModel): Details {
  const { rules = [], impact } = risk;
  // The last rule, which always applies, says the same as the risk itself.
  const impacts = [impact, ...rules.filter(({ when }) => when.length > 0).map((rule) => rule.impact)];
  const explicit = (rules.length > 0 ? rules : [risk]).map(({ explicitConfirmation = false }) => explicitConfirmation);
  // The name of the file in explanations isn't a setting.
  const overrides = (riskSettings.overrides ?? []).map(({ from: _, ...override }) => override);
  return presentMembers("risk.", {
    category,
    denied: isDenied ? true : undefined,
    explicitConfirmation: explicit.includes(true) ? explicit : undefined,
    impact: impacts.every((one) => one === undefined) ? undefined : hashOf(impacts),
    settings: overrides.length === 0 ? undefined : hashOf(overrides),
  });
}
