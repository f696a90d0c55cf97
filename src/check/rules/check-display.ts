import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/**
 * Changes can be shown of files that `paths` lets the tool write, and previewed for tools whose result they are
 * (`display`).
 */
export function checkDisplay(tool: ToolContext): readonly Diagnostic[] {
  const { output, paths } = tool.spec;
  // If `paths` itself is wrong, that is the mistake.
  if (typeof output !== "object" || (tool.has("paths") && paths === undefined)) return [];
  const writes = Object.values(paths ?? {}).some((rule) => (typeof rule === "string" ? rule : (rule.access ?? "readWrite")) !== "read");
  return [
    ...(output.display === "diff" && !writes ? [diagnostic("diff-without-files", tool.at(["output", "display"]), {})] : []),
    ...(output.preview && output.display !== "diff" ? [diagnostic("preview-without-diff", tool.at(["output", "preview"]), {})] : []),
  ];
}
