import type { ToolKind } from "../contract/definition.js";
import type { RiskLevel } from "../contract/risk.js";

/**
 * The level of a tool that declares no risk: reading is safe, changing is moderate, deleting and running programs is
 * dangerous.
 */
export const levelByKind: Readonly<Record<ToolKind, RiskLevel>> = {
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
