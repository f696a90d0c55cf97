import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** `warm` is about the process of a handler, or of an MCP server. */
export function checkWarm(tool: ToolContext): readonly Diagnostic[] {
  return tool.has("warm") && !tool.has("handler") && !tool.has("mcp")
    ? [diagnostic("warm-without-handler", tool.at(["warm"], "key"), {})]
    : [];
}
