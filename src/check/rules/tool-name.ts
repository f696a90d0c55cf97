import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** Model APIs accept names of 64 characters, and clients add a prefix. */
export function checkToolName(tool: ToolContext): readonly Diagnostic[] {
  const length = tool.spec.name?.length ?? 0;
  return length > 48 ? [diagnostic("name-too-long", tool.at(["name"]), { length: String(length) })] : [];
}
