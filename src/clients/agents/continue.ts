import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startInProject } from "../client.js";
import { strictJson } from "../piece.js";

/** In the folder of servers it takes files in the form of other clients, beside its own YAML. */
export const continueDev: AgentClient = {
  id: "continue",
  label: "Continue",
  program: "cn",
  source: "https://docs.continue.dev/customize/deep-dives/mcp",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".continue"),
  projectMarks: [".continue"],
  project: (installation) => [
    {
      // Not the server's name, under which a server that gets another one would leave its file.
      path: ".continue/mcpServers/toolgen.json",
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInProject(installation) })],
    },
  ],
  byHand: { project: ["Reload Continue. It uses MCP in agent mode alone."], user: [] },
  losses: ["its policy for tools is a page of its settings: the server asks, or refuses dangerous calls"],
};
