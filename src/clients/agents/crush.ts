import { join } from "node:path/posix";
import {
  type AgentClient,
  clientAsks,
  folderFrom,
  type Installation,
  type Machine,
  namesOf,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { wholeTools } from "../client-hook.js";
import { strictJson } from "../piece.js";

const folder = ({ home, environment }: Machine) => join(folderFrom(environment.XDG_CONFIG_HOME, join(home, ".config")), "crush");

/** It asks before each call of a tool that `allowed_tools` doesn't name. */
export const crush: AgentClient = {
  id: "crush",
  label: "Crush",
  program: "crush",
  source: "https://github.com/charmbracelet/crush",
  confirmationSide: "client",
  mark: folder,
  projectMarks: ["crush.json", ".crush.json", ".crush"],
  project: (installation) => [settings(installation, "crush.json", startInProject(installation, clientAsks))],
  user: (installation) => [
    settings(installation, join(folder(installation.machine), "crush.json"), startAnywhere(installation, clientAsks)),
  ],
  byHand: { project: ["Restart crush."], user: ["Restart crush."] },
  losses: [wholeTools, "its option --yolo runs what it would ask about"],
};

const settings = (installation: Installation, path: string, start: StartCommand) => ({
  path,
  syntax: strictJson,
  pieces: [
    serverEntry(
      installation,
      ["mcp"],
      { type: "stdio", command: start.command, args: start.args, disabled_tools: namesOf(installation.tools, "deny") },
      ["disabled_tools"],
    ),
    allowed(installation),
  ],
});

function allowed({ server, tools }: Installation) {
  const prefix = `mcp_${server}_`;
  const items = namesOf(tools, "allow").map((tool) => `${prefix}${tool}`);
  return { kind: "items", path: ["permissions", "allowed_tools"], items, prefix, servers: ["mcp"], lead: "mcp_" } as const;
}
