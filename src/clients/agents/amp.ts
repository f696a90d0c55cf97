import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startAnywhere, startInProject } from "../client.js";
import { lenientJson } from "../piece.js";

/** Its keys have dots in their names. */
const servers = ["amp.mcpServers"];

export const amp: AgentClient = {
  id: "amp",
  label: "Amp",
  program: "amp",
  source: "https://ampcode.com/manual",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".config/amp"),
  projectMarks: [".amp"],
  project: (installation) => [
    {
      path: ".amp/settings.json",
      syntax: lenientJson,
      pieces: [serverEntry(installation, servers, { ...startInProject(installation) })],
    },
  ],
  user: (installation) => [
    {
      path: join(installation.machine.home, ".config/amp/settings.json"),
      syntax: lenientJson,
      pieces: [serverEntry(installation, servers, { ...startAnywhere(installation) })],
    },
  ],
  byHand: { project: ["Approve the server: amp mcp approve. A workspace's servers need it."], user: ["Restart amp."] },
  losses: ["its amp.permissions aren't compiled: the server asks, or refuses dangerous calls"],
};
