import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { ProjectModel, ToolModel } from "../../model/tool.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { SpecDocument } from "../../source/spec-node.js";
import { checkTool } from "../check-tool.js";
import { redirectionTarget } from "./redirection-target.js";

export interface UnattendedCall {
  /** Returns the document of the tool that would run the call, with more keys. */
  documentOf(more: Readonly<Record<string, string>>): SpecDocument;
  /** True if the spec limits the output itself. */
  readonly hasLimit: boolean;
  /** The diagnostics about a call that is not safe, or that writes to a file. */
  notSafe(level: RiskLevel): Diagnostic;
  writes(file: string): Diagnostic;
}

/** A program's output that no model reads may be longer, unless its spec says otherwise. */
const mostBytes = 1_000_000;
const mostLines = 1_000_000;

/**
 * Checks what the server runs without asking anyone, as the tool that would run it. It must be safe and write no file.
 */
export function checkUnattendedCall(
  { documentOf, hasLimit, notSafe, writes }: UnattendedCall,
  project: ProjectModel,
): Result<ToolModel | undefined> {
  const [first, problems] = checkTool(documentOf({}), project);
  // Of a program that toolgen doesn't know, the author says that it only reads by putting it here.
  const [tool] = first !== undefined && first.unknownPrograms.length > 0 ? checkTool(documentOf({ risk: "safe" }), project) : [first];
  if (tool === undefined) return [undefined, problems];
  const { level } = tool.risk;
  if (level !== "safe") return [undefined, [...problems, notSafe(level)]];
  const { command, paths, output, platforms = {} } = tool.definition;
  const commands = [command, ...Object.values(platforms).map((one) => (one === false ? undefined : one.command))];
  const named = paths.filter(({ access }) => access !== "read").map(({ target }) => `{{${target[0]}}}`);
  const [file] = [...commands.flatMap((one) => (one && redirectionTarget(one)) ?? []), ...named];
  if (file !== undefined) return [undefined, [...problems, writes(file)]];
  const limits = hasLimit ? {} : { maxLines: mostLines, maxBytes: Math.min(mostBytes, project.limits.maxBytes ?? mostBytes) };
  return [{ ...tool, definition: { ...tool.definition, output: { ...output, ...limits, verbatim: true } } }, problems];
}
