import { readFileSync } from "node:fs";
import { isJsonObject } from "../../runtime/json/json-value.js";
import type { McpServerSettings } from "../../runtime/registry/mcp/mcp-server-settings.js";
import { UsageError } from "../usage-error.js";

/** Reads the servers of a file with `mcpServers`, which `--mcp` names. */
export function readMcpServers(file: string): Readonly<Record<string, McpServerSettings>> {
  const hint = 'It must contain { "mcpServers": { "files": { "command": "mcp-server-filesystem", "args": ["docs"] } } }.';
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--mcp: ${file} can't be read: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
  const servers = isJsonObject(value) ? value.mcpServers : undefined;
  if (!isJsonObject(servers) || !Object.values(servers).every(isJsonObject))
    throw new UsageError(`--mcp: ${file} names no MCP servers.`, hint);
  // The code that connects to a server checks the server's own settings.
  return servers as unknown as Readonly<Record<string, McpServerSettings>>;
}
