import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";

/** A sandbox must allow what `paths` declares, and must not allow what `paths` doesn't name. */
export function checkSandbox(tool: ToolContext): readonly Diagnostic[] {
  const { sandbox, paths = {} } = tool.spec;
  // If `paths` itself is wrong, that is the mistake.
  if (sandbox === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  const written = Object.entries(paths).filter(([, rule]) => (typeof rule === "string" ? rule : (rule.access ?? "readWrite")) !== "read");
  const { write = "none", read } = sandbox;
  return [
    ...(write === "none" ? written.map(([name]) => diagnostic("sandbox-forbids-writing", tool.at(["paths", name], "key"), { name })) : []),
    ...(write === "paths" && written.length === 0
      ? [diagnostic("sandbox-without-paths", tool.at(["sandbox", "write"]), { done: "written" })]
      : []),
    ...(read === "paths" && Object.keys(paths).length === 0
      ? [diagnostic("sandbox-without-paths", tool.at(["sandbox", "read"]), { done: "read" })]
      : []),
  ];
}
