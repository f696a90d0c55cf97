import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import { paramsIn } from "../paths/params-in.js";
import { isWithin, rootOf } from "../paths/root-of.js";

/** The file that a program writes its result to. A file in the arguments stays in its root. */
export function boundResultFile(
  { output, paths, project }: ToolDefinition,
  outputFile: string,
  context: CallContext,
): Pick<PreparedCall, "outputFile" | "outputWithin"> {
  const named = new Set(output.file?.flatMap(paramsIn));
  const roots = paths.filter((rule) => named.has(rule.target[0] ?? "")).map((rule) => rootOf(rule.root, project, context));
  const root = roots.find(({ dir, bounded }) => bounded && isWithin(outputFile, dir));
  return root === undefined ? { outputFile } : { outputFile, outputWithin: root.dir };
}
