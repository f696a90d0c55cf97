import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { ProjectModel, ToolModel } from "../../model/tool.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { SpecDocument } from "../../source/spec-node.js";
import { checkTool } from "../check-tool.js";
import { redirectionTarget } from "./redirection-target.js";

export interface UnattendedCall {
  /** The document of the tool that would run the call. */
  readonly document: SpecDocument;
  /** True if the spec limits the output itself. */
  readonly hasLimit: boolean;
  /** The diagnostics about a call that is not safe, or that writes to a file. */
  unsafeDiagnostic(level: RiskLevel): Diagnostic;
  writesDiagnostic(file: string): Diagnostic;
}

/** Limits of an output that no model reads, unless its spec has its own. */
const maxUnattendedBytes = 1_000_000;
const maxUnattendedLines = 1_000_000;

/**
 * Checks what the server runs without asking anyone, as the tool that would run it. It must be safe and write no file.
 * Returns that tool, whose output is verbatim and has the limits of outputs that no model reads.
 */
export function checkUnattendedCall(
  { document, hasLimit, unsafeDiagnostic: notSafe, writesDiagnostic: writes }: UnattendedCall,
  project: ProjectModel,
): Result<ToolModel | undefined> {
  const [tool, problems] = checkTool(document, project);
  if (tool === undefined) return [undefined, problems];
  const { level } = tool.risk;
  if (level !== "safe") return [undefined, [...problems, notSafe(level)]];
  const { command, paths, output, platforms = {} } = tool.definition;
  const commands = [command, ...Object.values(platforms).map((one) => (one === false ? undefined : one.command))];
  const named = paths.filter(({ access }) => access !== "read").map(({ target }) => `{{${target[0]}}}`);
  const [file] = [...commands.flatMap((one) => (one && redirectionTarget(one)) ?? []), ...named];
  if (file !== undefined) return [undefined, [...problems, writes(file)]];
  const limits = hasLimit
    ? {}
    : { maxLines: maxUnattendedLines, maxBytes: Math.min(maxUnattendedBytes, project.limits.maxBytes ?? maxUnattendedBytes) };
  return [{ ...tool, definition: { ...tool.definition, output: { ...output, ...limits, verbatim: true } } }, problems];
}
