import type { RiskModel } from "../model/tool.js";
import type { Kind, RiskLevel } from "../runtime/definition.js";
import { riskLevels } from "./tool-shape.js";
import type { ToolSpec } from "./tool-spec.js";

/** The level of a tool that says nothing of its risk: reading is safe, changing is moderate, deleting and running programs is dangerous. */
const byKind: Readonly<Record<Kind, RiskLevel>> = {
  read: "safe",
  search: "safe",
  think: "safe",
  fetch: "safe",
  edit: "moderate",
  move: "moderate",
  other: "moderate",
  delete: "dangerous",
  execute: "dangerous",
};

/** The risk of a tool (SPEC §7): what the spec says, or what its kind does, but never below what its arguments can do. */
export function lowerRisk(spec: ToolSpec, atLeast: RiskLevel): RiskModel {
  const given = typeof spec.risk === "string" ? { level: spec.risk } : (spec.risk ?? {});
  const level = highest(given.level ?? byKind[spec.kind ?? "other"], atLeast);
  return { level, requiresConfirmation: given.requiresConfirmation ?? level !== "safe", category: given.category };
}

export function highest(...levels: readonly RiskLevel[]): RiskLevel {
  return levels.reduce((a, b) => (riskLevels.indexOf(a) >= riskLevels.indexOf(b) ? a : b));
}
