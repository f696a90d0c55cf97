import type { ToolKind } from "../contract/definition.js";
import type { Kind as ClientKind } from "../contract/kind.js";
import type { RiskLevel } from "../contract/risk.js";
import type { ToolMetadata, ToolRisk } from "../contract/tool-metadata.js";
import { levelByKind } from "./level-by-kind.js";

/**
 * Returns the metadata of a tool of this kind (also a client's own kinds) without a declared risk: everything but a
 * safe tool is confirmed.
 */
export function defaultMetadata(kind: ToolKind | `${ClientKind}`): ToolMetadata {
  const riskLevel = new Map<string, RiskLevel>(Object.entries(levelByKind)).get(kind) ?? "moderate";
  return { riskLevel, requiresConfirmation: riskLevel !== "safe" };
}

/** The risk of an external tool, whatever it declares. */
export const externalRisk: ToolRisk = { level: "moderate", requiresConfirmation: true };

export function metadataOf({ level, requiresConfirmation, impactDescription, category }: ToolRisk): ToolMetadata {
  return {
    riskLevel: level,
    requiresConfirmation,
    ...(impactDescription === undefined ? {} : { impactDescription }),
    ...(category === undefined ? {} : { category }),
  };
}

/**
 * Returns the metadata for a question about one call: its own impact replaces the tool's. Differences that registration
 * declared stay.
 */
export function metadataOfCall<Metadata extends ToolMetadata | undefined>(
  metadata: Metadata,
  { own, impact }: { readonly own: ToolMetadata | undefined; readonly impact: string | undefined },
): Metadata {
  if (metadata === undefined || impact === undefined || metadata.impactDescription !== own?.impactDescription) return metadata;
  return { ...metadata, impactDescription: impact };
}
