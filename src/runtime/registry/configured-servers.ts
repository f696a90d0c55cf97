import type { McpServerSettings } from "./mcp/mcp-server-settings.js";
import type { ToolRegistryOptions } from "./registry-options.js";

/** The alias that Gemini CLI gives to the server of `mcpServerCommand`. */
const commandAlias = "mcp";

export interface ConfiguredServers {
  /** By their aliases. */
  readonly servers: Readonly<Record<string, McpServerSettings>>;
  /** Why the server of `mcpServerCommand` isn't among them. */
  readonly problem?: string;
}

/**
 * The MCP servers of a registry's options. That of `mcpServerCommand` never replaces one in `mcpServers`, as it does in
 * Gemini CLI (0.61, `populateMcpServerCommand`).
 */
export async function configuredServers({ mcpServers = {}, mcpServerCommand }: ToolRegistryOptions): Promise<ConfiguredServers> {
  if (mcpServerCommand === undefined) return { servers: mcpServers };
  if (Object.hasOwn(mcpServers, commandAlias))
    return { servers: mcpServers, problem: `Its server would be called ${commandAlias}, and mcpServers has one of that name.` };
  const { splitCommand } = await import("./command/split-command.js");
  const split = splitCommand(mcpServerCommand);
  if (!split.ok) return { servers: mcpServers, problem: split.message };
  return { servers: { ...mcpServers, [commandAlias]: { command: split.program, args: split.args } } };
}
