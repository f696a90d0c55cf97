/**
 * The name of the server in a plugin for Claude Code. The plugin has the project's own name, and both stand before each
 * tool's.
 */
export const pluginServer = "tools";

/** The text that Claude Code puts before the name of a tool in the plugin. */
export const pluginPrefix = (plugin: string): string => `mcp__plugin_${plugin}_${pluginServer}__`;
