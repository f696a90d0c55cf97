import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";
import { parametersOutsidePaths } from "../values/parameters-outside-paths.js";

/** A parameter that is part of the result file's path must be in `paths`, because its value chooses the file. */
export function checkOutputFilePath(tool: ToolContext, file: TextTemplate | undefined): readonly Diagnostic[] {
  if (file === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  return parametersOutsidePaths(tool, file).map((name) => diagnostic("output-file-not-a-path", tool.at(["output", "file"]), { name }));
}
