import { decideTool } from "../../../call/decide-tool.js";
import { riskSettingsFor } from "../../../call/risk-settings.js";
import type { PlacedValue } from "../../../programs/place-class.js";
import type { ProjectModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";
import { highest } from "../lower/lower-risk.js";

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

/** Returns a tool whose calls ask about values again that its author calls data. */
export function voidClaims(tool: ToolModel, voided: readonly PlacedValue[], project: ProjectModel): ToolModel {
  if (voided.length === 0) return tool;
  const { risk } = tool.definition;
  const asking = { requiresConfirmation: true, explicitConfirmation: true } as const;
  const raise = <T extends Pick<typeof risk, "level">>(one: T) => ({ ...one, ...asking, level: highest(one.level, "moderate") });
  const raised = { ...raise(risk), ...(risk.rules && { rules: risk.rules.map(raise) }), levelFrom: "value" as const };
  const asked = (one: PlacedValue): PlacedValue => (voided.includes(one) ? { ...one, verdict: "asked", because: "void" } : one);
  const again = applyProjectSettings(
    {
      ...tool,
      values: tool.values.map(asked),
      risk: { ...tool.risk, level: raised.level, requiresConfirmation: true },
      definition: { ...tool.definition, risk: raised },
      asDeclared: tool,
    },
    project,
  );
  return { ...again, risk: { ...again.risk, isOverridden: again.risk.isOverridden || tool.risk.isOverridden } };
}
