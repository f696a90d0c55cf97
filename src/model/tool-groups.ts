import type { ToolModel } from "./tool.js";

/** The names that stand for several tools where tools are selected. */
export interface ToolGroupNames {
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** The tools that read the output of a background tool and stop it, by its name. */
  readonly companions: Readonly<Record<string, readonly string[]>>;
}

type BackgroundOf = (tool: ToolModel) => ToolModel["definition"]["background"];

/**
 * Groups tools by their toolsets, and background tools with those that come with them. `backgroundOf` may take a tool's
 * part of that from a cache.
 */
export function toolGroups(
  tools: readonly ToolModel[],
  backgroundOf: BackgroundOf = ({ definition }) => definition.background,
): ToolGroupNames {
  const named = (label: string, belongs: (tool: ToolModel) => boolean) => [label, tools.filter(belongs).map(({ name }) => name)] as const;
  const labels = [...new Set(tools.flatMap((tool) => tool.toolsets))].sort();
  const backgrounds = new Map(tools.map((tool) => [tool, backgroundOf(tool)]));
  const starters = tools.filter((tool) => backgrounds.get(tool)?.does === "start");
  const toolsets = labels.map((label) => named(label, (tool) => tool.toolsets.includes(label)));
  const companions = starters.map(({ name }) =>
    named(name, (tool) => {
      const background = backgrounds.get(tool);
      return background?.of === name && background.does !== "start";
    }),
  );
  return { toolsets: Object.fromEntries(toolsets), companions: Object.fromEntries(companions) };
}
