import type { ToolModel } from "../model/tool.js";
import type { Kind } from "../runtime/definition.js";

/** MCP's hints, all four written out: two of their defaults are the alarming ones. */
export interface McpAnnotations {
  readonly [name: string]: boolean;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const reading: readonly Kind[] = ["read", "search", "think"];
/** `other` says nothing of what it does, so it is taken for the worse. */
const changing: readonly Kind[] = ["edit", "delete", "move", "execute", "other"];
const outside: readonly Kind[] = ["fetch", "execute"];

type AnnotatedTool = Pick<ToolModel, "kind" | "annotations"> & {
  readonly risk: Omit<ToolModel["risk"], "isDenied">;
  readonly definition?: Pick<ToolModel["definition"], "http">;
};

/**
 * What MCP hints follow from kind and risk (SPEC §7), where the spec's own `annotations` don't say otherwise. Clients call a read-only tool
 * without asking, so one that is to be confirmed is none. Destructive is what is dangerous, and what changes something and isn't safe. A
 * request goes out into the world.
 */
export function mcpAnnotations({ kind, risk, annotations: own, definition }: AnnotatedTool): McpAnnotations {
  const readOnlyHint = own.readOnlyHint ?? (reading.includes(kind) && risk.level !== "dangerous" && !risk.requiresConfirmation);
  const destructive = risk.level === "dangerous" || (risk.level === "moderate" && changing.includes(kind));
  return {
    readOnlyHint,
    destructiveHint: own.destructiveHint ?? (!readOnlyHint && destructive),
    idempotentHint: own.idempotentHint ?? readOnlyHint,
    openWorldHint: own.openWorldHint ?? (outside.includes(kind) || definition?.http !== undefined),
  };
}
