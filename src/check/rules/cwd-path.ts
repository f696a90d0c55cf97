import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";
import { parametersOutsidePaths } from "../values/parameters-outside-paths.js";

/** A parameter that is part of the working directory must be in `paths`. One that is only tested adds nothing to it. */
export function checkCwdPath(tool: ToolContext, cwd: TextTemplate | undefined): readonly Diagnostic[] {
  // If `paths` itself is wrong, that is the mistake.
  if (cwd === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  return parametersOutsidePaths(tool, cwd).map((name) => diagnostic("cwd-not-a-path", tool.at(["cwd"]), { name }));
}
