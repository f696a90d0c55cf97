import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import { mcpAnnotations } from "../../model/mcp-annotations.js";
import { type ByTarget, byTarget, type TargetName } from "../../model/target-name.js";
import type { Model, SelectionModel, ToolModel } from "../../model/tool.js";
import { closest } from "../../runtime/text/closest.js";
import { locate, type SpecDocument } from "../../source/spec-node.js";

/**
 * Resolves `include` and `exclude` of every target to the names of the tools that it leaves out. Both accept names of
 * tools and toolsets; `toolset:NAME` is only the toolset. The companions of a background tool are left out with it.
 */
export function checkTargets(
  [document]: readonly SpecDocument[],
  { project, tools, hosted }: Pick<Model, "project" | "tools" | "hosted">,
): Result<ByTarget<readonly string[]>> {
  const problems: Diagnostic[] = [];
  const excluded = byTarget((target) => {
    const selection = project.targets[target];
    const readOnly = target === "mcp" && project.targets.mcp.readOnly;
    if (document === undefined || (selection.include === undefined && selection.exclude.length === 0 && !readOnly)) return [];
    const unknown = unknownNames({ document, target, selection, tools });
    const excluded = tools
      .filter((tool) => !isSelected(tool, selection) || (readOnly && !mcpAnnotations(tool).readOnlyHint))
      .map(({ name }) => name);
    problems.push(...unknown);
    if (excluded.length === tools.length && unknown.length === 0)
      problems.push(diagnostic("empty-target", locate(document.root, ["targets", target], "key"), { target }));
    return excluded;
  });
  const { overrides } = project.targets.pi;
  const missing = overrides.flatMap((name, i): readonly Diagnostic[] => {
    if (document === undefined || hosted.some((tool) => tool.host === "pi" && tool.name === name)) return [];
    return [diagnostic("override-without-spec", locate(document.root, ["targets", "pi", "overrides", i]), { name })];
  });
  return [excluded, [...problems, ...missing]];
}

function isSelected(tool: ToolModel, { include, exclude }: SelectionModel): boolean {
  const matches = (name: string) => namesOf(tool).has(name);
  return (include === undefined || include.some(matches)) && !exclude.some(matches);
}

/** Returns the names by which a selection may name a tool. */
function namesOf(tool: ToolModel): ReadonlySet<string> {
  const starter = /_(?:output|stop)$/.test(tool.name) ? tool.definition.background?.of : undefined;
  return new Set([
    tool.name,
    ...(starter === undefined ? [] : [starter]),
    ...tool.toolsets,
    ...tool.toolsets.map((name) => `toolset:${name}`),
  ]);
}

interface Selecting {
  readonly document: SpecDocument;
  readonly target: TargetName;
  readonly selection: SelectionModel;
  readonly tools: readonly ToolModel[];
}

function unknownNames({ document, target, selection, tools }: Selecting): readonly Diagnostic[] {
  const toolNames = [...new Set(tools.flatMap((tool) => [...namesOf(tool)]))];
  return (["include", "exclude"] as const).flatMap((key) =>
    (selection[key] ?? []).flatMap((name, i) => {
      if (toolNames.includes(name)) return [];
      const at = locate(document.root, ["targets", target, key, i]);
      return [diagnostic("unknown-selection", at, { name }, { didYouMean: closest(name, toolNames) })];
    }),
  );
}
