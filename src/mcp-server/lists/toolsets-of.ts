import type { ToolGroups } from "../tool-source.js";

/** Returns the toolsets that a tool belongs to. */
export function toolsetsOf(name: string, { toolsets }: Pick<ToolGroups, "toolsets">): readonly string[] {
  return Object.keys(toolsets).filter((toolset) => toolsets[toolset]?.includes(name));
}
