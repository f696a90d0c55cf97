import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Machine, serverEntry, startInWindow } from "../client.js";
import { lenientJson } from "../piece.js";

const folder = ({ home, platform, environment }: Machine) =>
  join(platform === "darwin" ? join(home, ".config") : folderFrom(environment.XDG_CONFIG_HOME, join(home, ".config")), "zed");

export const zed: AgentClient = {
  id: "zed",
  label: "Zed",
  program: "zed",
  source: "https://zed.dev/docs/ai/mcp",
  confirmationSide: "server",
  mark: folder,
  user: (installation) => [
    {
      path: join(folder(installation.machine), "settings.json"),
      syntax: lenientJson,
      pieces: [serverEntry(installation, ["context_servers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: { project: [], user: ["Zed starts the server when its settings are saved. Its workspace is this project."] },
  losses: ["it has no elicitation: moderate calls run by its own settings, and the server refuses dangerous ones"],
};
