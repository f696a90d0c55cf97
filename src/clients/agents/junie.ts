import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startInProject, startInWindow } from "../client.js";
import { strictJson } from "../piece.js";

export const junie: AgentClient = {
  id: "junie",
  label: "JetBrains Junie",
  source: "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".junie"),
  projectMarks: [".junie"],
  project: (installation) => [
    {
      path: ".junie/mcp/mcp.json",
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInProject(installation) })],
    },
  ],
  user: (installation) => [
    {
      path: join(installation.machine.home, ".junie/mcp/mcp.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: {
    project: ["Switch the server on in Junie's MCP settings. If the IDE has no node on its PATH, install with --user."],
    user: ["Switch the server on in Junie's MCP settings. Its workspace is this project."],
  },
  losses: ["its allowlist is a page of its settings: the server asks, or refuses dangerous calls"],
};
