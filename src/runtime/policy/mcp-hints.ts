import type { ToolDefinition, ToolKind } from "../contract/definition.js";
import type { RiskLevel } from "../contract/risk.js";

/** All four MCP hints, because two of their defaults are the alarming ones. */
export interface McpHints {
  readonly [name: string]: boolean;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const reading: readonly ToolKind[] = ["read", "search", "think"];
/** `other` says nothing about effects, so the worse is assumed. */
const changing: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];
const outside: readonly ToolKind[] = ["fetch", "execute", "other"];

/** The parts of a tool that decide its hints. */
export interface Hinting {
  readonly kind: ToolKind;
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** The spec's own hints. */
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly http: ToolDefinition["http"] | undefined;
  readonly mcp: ToolDefinition["mcp"] | undefined;
  /** True if settings changed the level or the confirmation of the spec. */
  readonly isOverridden: boolean;
}

/**
 * Returns the MCP hints of kind and risk, unless the spec's `annotations` override them. Clients call a read-only tool
 * without asking, so a tool that is dangerous or requires confirmation isn't read-only, whatever its annotations say. A
 * tool is destructive if it is dangerous, or if it changes something and isn't safe. A request reaches the open world.
 * What a tool of another server does is unknown here, whatever its kind: it reaches the open world, and it is
 * destructive unless it is safe. These are MCP's own defaults. Settings override annotations too: their level decides
 * whether a tool is destructive.
 */
export function mcpHints({ kind, level, requiresConfirmation, annotations: own, http, mcp, isOverridden }: Hinting): McpHints {
  const mayBeReading = level !== "dangerous" && !requiresConfirmation;
  const isReading = own.readOnlyHint ?? (reading.includes(kind) && mayBeReading);
  // The spec's author knows whether a tool changes something, also one that requires confirmation.
  const changesNothing = isOverridden ? isReading && mayBeReading : isReading;
  const destructive =
    !changesNothing && (level === "dangerous" || (level === "moderate" && (mcp !== undefined || changing.includes(kind))));
  return {
    readOnlyHint: isReading && mayBeReading,
    destructiveHint: isOverridden ? destructive : (own.destructiveHint ?? destructive),
    idempotentHint: own.idempotentHint ?? changesNothing,
    openWorldHint: own.openWorldHint ?? (outside.includes(kind) || http !== undefined || mcp !== undefined),
  };
}
