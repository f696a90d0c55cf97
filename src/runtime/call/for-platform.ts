import type { CompiledTool, Platform, ToolDefinition } from "../contract/definition.js";

/** Returns a definition with the differences of a platform applied; the same object if there are none. */
export function definitionOn(definition: ToolDefinition, platform: NodeJS.Platform): ToolDefinition {
  const differing = definition.platforms?.[platform as Platform];
  return differing ? { ...definition, ...differing } : definition;
}

/** `definitionOn` for a tool. */
export function forPlatform<Tool extends CompiledTool>(tool: Tool, platform: NodeJS.Platform): Tool {
  return tool.definition.platforms === undefined ? tool : { ...tool, definition: definitionOn(tool.definition, platform) };
}

/** Returns true if the spec says that a tool doesn't run on a platform. */
export function isAbsentOn({ platforms }: ToolDefinition, platform: NodeJS.Platform): boolean {
  return platforms?.[platform as Platform] === false;
}
