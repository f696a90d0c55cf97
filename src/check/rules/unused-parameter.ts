import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** A parameter that takes part in nothing that is carried out misleads the model that sets it. */
export function checkUnused(tool: ToolContext, declared: readonly string[], used: ReadonlySet<string>): readonly Diagnostic[] {
  return declared
    .filter((name) => !used.has(name))
    .map((name) => diagnostic("unused-parameter", tool.at(["schema", "properties", name], "key"), { name }));
}
