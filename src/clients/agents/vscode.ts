import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Machine, serverEntry, startInFolder, startInWindow } from "../client.js";
import { lenientJson } from "../piece.js";

const folder = ({ home, platform, environment }: Machine) =>
  platform === "darwin"
    ? join(home, "Library/Application Support/Code/User")
    : join(folderFrom(environment.XDG_CONFIG_HOME, join(home, ".config")), "Code/User");

export const vscode: AgentClient = {
  id: "vscode",
  label: "VS Code",
  program: "code",
  source: "https://code.visualstudio.com/docs/agents/reference/mcp-configuration",
  confirmationSide: "server",
  mark: folder,
  projectMarks: [".vscode"],
  project: (installation) => [
    {
      path: ".vscode/mcp.json",
      syntax: lenientJson,
      pieces: [
        serverEntry(installation, ["servers"], {
          type: "stdio",
          ...startInFolder(installation, "${workspaceFolder}"),
          cwd: "${workspaceFolder}",
        }),
      ],
    },
  ],
  user: (installation) => [
    {
      path: join(folder(installation.machine), "mcp.json"),
      syntax: lenientJson,
      pieces: [serverEntry(installation, ["servers"], { type: "stdio", ...startInWindow(installation) })],
    },
  ],
  byHand: {
    project: ["VS Code asks whether you trust the server when it starts it. If it has no node on its PATH, install with --user."],
    user: ["VS Code asks whether you trust the server when it starts it. Its workspace is this project, whatever folder is open."],
  },
  losses: ["it has no policy file for tools: the server asks, and VS Code asks about tools without readOnlyHint"],
};
