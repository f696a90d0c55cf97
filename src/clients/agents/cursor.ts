import { join } from "node:path/posix";
import { type AgentClient, agentsSkills, serverEntry, startInFolder, startInWindow } from "../client.js";
import { strictJson } from "../piece.js";

export const cursor: AgentClient = {
  id: "cursor",
  label: "Cursor",
  program: "cursor",
  source: "https://cursor.com/docs/context/mcp",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".cursor"),
  skills: { project: agentsSkills.project, user: ({ home }) => join(home, ".cursor/skills") },
  projectMarks: [".cursor"],
  project: (installation) => [
    {
      path: ".cursor/mcp.json",
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInFolder(installation, "${workspaceFolder}") })],
    },
  ],
  user: (installation) => [
    {
      path: join(installation.machine.home, ".cursor/mcp.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: {
    project: ["Switch the server on in Cursor's MCP settings. If it has no node on its PATH, install with --user."],
    user: ["Switch the server on in Cursor's MCP settings. Its workspace is this project, whatever folder is open."],
  },
  losses: ["its allowlist isn't compiled: the server asks, and Cursor asks by its own settings"],
};
