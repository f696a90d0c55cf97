import { join } from "node:path/posix";
import { type AgentClient, type Installation, namesOf, type StartCommand, serverEntry, startAnywhere, startInProject } from "../client.js";
import { strictJson } from "../piece.js";

export const factory: AgentClient = {
  id: "factory",
  label: "Factory",
  program: "droid",
  source: "https://docs.factory.ai/cli/configuration/mcp",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".factory"),
  projectMarks: [".factory"],
  project: (installation) => [settings(installation, ".factory/mcp.json", startInProject(installation))],
  user: (installation) => [settings(installation, join(installation.machine.home, ".factory/mcp.json"), startAnywhere(installation))],
  byHand: { project: ["Restart droid. /mcp shows the server."], user: ["Restart droid. /mcp shows the server."] },
  losses: ["it has no policy file for tools: the server asks, or refuses dangerous calls, and droid asks by its level of autonomy"],
};

const settings = (installation: Installation, path: string, { command, args }: StartCommand) => ({
  path,
  syntax: strictJson,
  pieces: [
    serverEntry(
      installation,
      ["mcpServers"],
      { type: "stdio", command, args, disabled: false, disabledTools: namesOf(installation.tools, "deny") },
      ["disabledTools"],
    ),
  ],
});
