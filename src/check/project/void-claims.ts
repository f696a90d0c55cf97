import type { PlacedValue } from "../../model/place-class.js";
import type { ProjectModel, ToolModel } from "../../model/tool.js";
import { highest } from "../lower/lower-risk.js";
import { applyProjectSettings } from "./apply-project-settings.js";

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
