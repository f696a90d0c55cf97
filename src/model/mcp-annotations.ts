import { type McpHints, mcpHints } from "../runtime/policy/mcp-hints.js";
import type { ToolModel } from "./tool.js";

type AnnotatedTool = Pick<ToolModel, "kind" | "annotations"> & {
  readonly risk: Pick<ToolModel["risk"], "level" | "requiresConfirmation"> & Partial<ToolModel["risk"]>;
  readonly definition?: Pick<ToolModel["definition"], "http" | "mcp">;
};

/** The hints of a tool under the project's settings. */
export function mcpAnnotations({ kind, risk, annotations, definition }: AnnotatedTool): McpHints {
  const { level, requiresConfirmation, isOverridden = false } = risk;
  return mcpHints({ kind, level, requiresConfirmation, annotations, http: definition?.http, mcp: definition?.mcp, isOverridden });
}
