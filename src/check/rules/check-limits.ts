import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** No spec may exceed `limits` of toolgen.yaml. A library tool is exempt, because the project can't change it. */
export function checkLimits(tool: ToolContext): readonly Diagnostic[] {
  if (tool.project.library.includes(tool.document.file.path)) return [];
  const { timeoutMs, maxBytes } = tool.project.limits;
  const { timeout, output } = tool.spec;
  const bytes = typeof output === "object" ? output.maxBytes : undefined;
  const over = (value: number | undefined, limit: number | undefined) => value !== undefined && limit !== undefined && value > limit;
  return [
    ...(over(timeout, timeoutMs) ? [diagnostic("over-limit", tool.at(["timeout"]), { key: "timeout", limit: `${timeoutMs} ms` })] : []),
    ...(over(bytes, maxBytes)
      ? [diagnostic("over-limit", tool.at(["output", "maxBytes"]), { key: "output.maxBytes", limit: `${maxBytes} B` })]
      : []),
  ];
}
