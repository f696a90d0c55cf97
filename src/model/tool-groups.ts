import type { ToolModel } from "./tool.js";

/** The names that stand for several tools where tools are selected. */
export interface ToolGroupNames {
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** The tools that read the output of a background tool and stop it, by its name. */
  readonly companions: Readonly<Record<string, readonly string[]>>;
}

/** Groups tools by their toolsets, and background tools with those that come with them. */
export function toolGroups(tools: readonly ToolModel[]): ToolGroupNames {
  const named = (label: string, belongs: (tool: ToolModel) => boolean) => [label, tools.filter(belongs).map(({ name }) => name)] as const;
  const labels = [...new Set(tools.flatMap((tool) => tool.toolsets))].sort();
  const starters = tools.filter(({ definition }) => definition.background?.does === "start");
  const toolsets = labels.map((label) => named(label, (tool) => tool.toolsets.includes(label)));
  const companions = starters.map(({ name }) =>
    named(name, ({ definition: { background } }) => background?.of === name && background.does !== "start"),
  );
  return { toolsets: Object.fromEntries(toolsets), companions: Object.fromEntries(companions) };
}
