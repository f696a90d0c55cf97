import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startInWindow } from "../client.js";
import { strictJson } from "../piece.js";

export const windsurf: AgentClient = {
  id: "windsurf",
  label: "Windsurf",
  program: "windsurf",
  source: "https://docs.windsurf.com/windsurf/cascade/mcp",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".codeium/windsurf"),
  user: (installation) => [
    {
      path: join(installation.machine.home, ".codeium/windsurf/mcp_config.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: { project: [], user: ["Refresh the servers in Windsurf's MCP settings. Its workspace is this project."] },
  losses: ["it has no policy file: the server asks, or refuses dangerous calls"],
};
