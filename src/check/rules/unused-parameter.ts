import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** Reports parameters without any effect, because they mislead the model that sets them. */
export function checkUnusedParameter(tool: ToolContext, declared: readonly string[], used: ReadonlySet<string>): readonly Diagnostic[] {
  return declared
    .filter((name) => !used.has(name))
    .map((name) => diagnostic("unused-parameter", tool.at(["schema", "properties", name], "key"), { name }));
}
