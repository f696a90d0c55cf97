import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { closest } from "../../../contract/names.js";
import { locate, type SpecDocument } from "../../../contract/spec-node.js";
import { type ByTarget, byTarget, type Model, modelFor, pluginPrefix, type SelectionModel, type TargetName } from "../../model.js";
import { mcpAnnotations, type ToolModel } from "../../tool-model.js";

/**
 * Resolves `include` and `exclude` of every target to the names of the tools that it leaves out. Both accept names of
 * tools and toolsets; `toolset:NAME` is only the toolset. The companions of a background tool are left out with it.
 */
export function checkTargets(
  [document]: readonly SpecDocument[],
  { project, tools }: Pick<Model, "project" | "tools">,
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
  return [excluded, problems];
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

/** The limit of model APIs. */
const longestName = 64;

/**
 * Reports tools whose names are too long after the longest prefix of an MCP client, `mcp__SERVER__` of Claude Code: it
 * shortens nothing, and one such name makes the API refuse every request of the session. Gemini CLI's
 * `discovered_tool_` leaves room for every valid name.
 */
export function checkPrefixedName(model: Model): readonly Diagnostic[] {
  const { server, targets } = model.project;
  const inPlugin = targets["claude-plugin"].isBuilt ? tooLong(modelFor(model, "claude-plugin"), pluginPrefix(server)) : [];
  const pluginSpans = new Set(inPlugin.map(({ span }) => span));
  // In a plugin the prefix is longer: a tool that is too long for both is reported once.
  return [...inPlugin, ...tooLong(modelFor(model, "mcp"), `mcp__${server}__`).filter(({ span }) => !pluginSpans.has(span))];
}

function tooLong({ tools }: Model, prefix: string): readonly Diagnostic[] {
  return tools.flatMap(({ name, source }) => {
    const prefixed = `${prefix}${name}`;
    if (prefixed.length <= longestName) return [];
    return [diagnostic("prefixed-name-too-long", source.nameSpan, { name: prefixed, length: String(prefixed.length) })];
  });
}
