import type { ToolKind } from "../contract/definition.js";
import type { RiskLevel } from "../contract/risk.js";

/** MCP's hints, all four written out: two of their defaults are the alarming ones. */
export interface McpHints {
  readonly [name: string]: boolean;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const reading: readonly ToolKind[] = ["read", "search", "think"];
/** `other` says nothing of what it does, so it is taken for the worse. */
const changing: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];
const outside: readonly ToolKind[] = ["fetch", "execute"];

/** What hints follow from. */
export interface Hinting {
  readonly kind: ToolKind;
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** What the spec says of them itself. */
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly makesRequests: boolean;
  /** Whether settings made the level or the question another than the spec says. */
  readonly isOverridden: boolean;
}

/**
 * What MCP hints follow from kind and risk, where the spec's own `annotations` don't say otherwise. Clients call a read-only tool
 * without asking, so one that is to be confirmed is none. Destructive is what is dangerous, and what changes something and isn't safe. A
 * request goes out into the world. Settings override annotations too: what they want to be asked about is not read-only, and what is destructive goes by their level.
 */
export function mcpHints({ kind, level, requiresConfirmation, annotations: own, makesRequests, isOverridden }: Hinting): McpHints {
  const mayBeReading = level !== "dangerous" && !requiresConfirmation;
  const isReading = own.readOnlyHint ?? (reading.includes(kind) && mayBeReading);
  const readOnlyHint = isOverridden ? isReading && mayBeReading : isReading;
  const destructive = !readOnlyHint && (level === "dangerous" || (level === "moderate" && changing.includes(kind)));
  return {
    readOnlyHint,
    destructiveHint: isOverridden ? destructive : (own.destructiveHint ?? destructive),
    idempotentHint: own.idempotentHint ?? readOnlyHint,
    openWorldHint: own.openWorldHint ?? (outside.includes(kind) || makesRequests),
  };
}
