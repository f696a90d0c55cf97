import { join } from "node:path/posix";
import type { AgentClient, Machine } from "./client.js";
import { strictJson } from "./settings/syntax.js";
import { serverEntry, startInWindow } from "./start.js";

const folder = ({ home }: Machine) => join(home, "Library/Application Support/Claude");

export const claudeDesktop: AgentClient = {
  id: "claude-desktop",
  label: "Claude Desktop",
  source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
  confirmationSide: "server",
  lacksPlatform: "linux",
  mark: folder,
  user: (installation) => [
    {
      path: join(folder(installation.machine), "claude_desktop_config.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: { project: [], user: ["Quit Claude Desktop and start it again. The server's workspace is this project."] },
  losses: ["it has no policy file: the server asks, or refuses dangerous calls"],
};
