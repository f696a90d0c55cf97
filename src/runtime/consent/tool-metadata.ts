import type { Kind, Risk, RiskLevel } from "../definition.js";
import type { Kind as ClientKind } from "../tool/kind.js";

/** What user interfaces and agent loops are told of a tool before it is called. */
export interface ToolMetadata {
  readonly riskLevel: RiskLevel;
  /** Whether somebody is asked before a call; where arguments decide, whether it is so for any. */
  readonly requiresConfirmation: boolean;
  /** What a call does to the world. Of a compiled tool the template `risk.impact`, placeholders and all: a call's own is `getExplanation()`. */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
}

/** The level of a tool that says nothing of its risk: reading is safe, changing is moderate, deleting and running programs is dangerous. */
export const levelByKind: Readonly<Record<Kind, RiskLevel>> = {
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

/** What holds of a tool of this kind (also one that clients alone have) that says nothing of its risk: all but what is safe is confirmed. */
export function defaultMetadata(kind: Kind | `${ClientKind}`): ToolMetadata {
  const riskLevel = new Map<string, RiskLevel>(Object.entries(levelByKind)).get(kind) ?? "moderate";
  return { riskLevel, requiresConfirmation: riskLevel !== "safe" };
}

/** What somebody else's tool is taken for, which says of itself what it likes. */
export const foreignRisk: ToolRisk = { level: "moderate", requiresConfirmation: true };

/** What of a tool's risk is known without its definition. */
export type ToolRisk = Pick<Risk, "level" | "requiresConfirmation" | "impactDescription" | "category">;

export function metadataOf({ level, requiresConfirmation, impactDescription, category }: ToolRisk): ToolMetadata {
  return {
    riskLevel: level,
    requiresConfirmation,
    ...(impactDescription === undefined ? {} : { impactDescription }),
    ...(category === undefined ? {} : { category }),
  };
}
