import type { ToolDefinition } from "../contract/definition.js";

/** Returns true if any call of a tool can write a path. */
export const writesPaths = ({ paths }: Pick<ToolDefinition, "paths">): boolean => paths.some(({ access }) => access !== "read");
