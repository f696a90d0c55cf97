import type { ProjectModel, ToolModel } from "../../model/tool.js";
import { decideTool } from "../../runtime/policy/decide-tool.js";
import { riskSettingsFor } from "../../runtime/policy/read-settings.js";

/**
 * Applies the project's settings to a tool: they become part of its definition, and targets that decide once per tool
 * see the result.
 */
export function applyProjectSettings(
  tool: ToolModel,
  { riskSettings: settings, audit }: Pick<ProjectModel, "riskSettings" | "audit">,
): ToolModel {
  const { definition, name, toolsets } = tool;
  const { otherNames = [] } = definition;
  const riskSettings = riskSettingsFor(settings, { name, otherNames, toolsets });
  const labelled = { ...definition, ...(toolsets.length > 0 && { toolsets }), ...(audit && { audit }) };
  if (Object.keys(riskSettings).length === 0) return { ...tool, definition: labelled };
  const { level: own, requiresConfirmation, explicitConfirmation, impact, rules } = definition.risk;
  const { level, decision } = decideTool({ risk: definition.risk, riskSettings });
  const effective = { level, requiresConfirmation: decision === "ask" };
  const explicit = explicitConfirmation && { explicitConfirmation };
  const otherwise = { when: [], level: own, requiresConfirmation, ...explicit, ...(impact === undefined ? {} : { impact }) };
  return {
    ...tool,
    risk: { ...tool.risk, ...effective, isDenied: decision === "deny", isOverridden: differs(definition.risk, effective) },
    // The spec's own decision stays with its rules, because settings are applied again for each call.
    definition: { ...labelled, riskSettings, risk: { ...definition.risk, ...effective, rules: rules ?? [otherwise] } },
  };
}

type EffectiveRisk = Pick<ToolModel["risk"], "level" | "requiresConfirmation">;
const differs = (a: EffectiveRisk, b: EffectiveRisk) => a.level !== b.level || a.requiresConfirmation !== b.requiresConfirmation;
