import type { McpServerEntry } from "../runtime/contract/mcp-call.js";

/** An MCP server of the project. */
export interface McpServerModel {
  readonly server: McpServerEntry;
  /** Variables passed on to its program. */
  readonly pass: readonly string[];
  /** The variables that its entry uses and that must be set, each with its description. */
  readonly secrets: Readonly<Record<string, string>>;
}
