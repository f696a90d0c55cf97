import { join } from "node:path/posix";
import {
  type AgentClient,
  clientAsks,
  type Installation,
  namesOf,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { wholeTools } from "../client-hook.js";
import { strictJson } from "../piece.js";

/** It asks before each call of a tool that `autoApprove` doesn't name. */
export const kiro: AgentClient = {
  id: "kiro",
  label: "Kiro",
  program: "kiro",
  source: "https://kiro.dev/docs/mcp/configuration",
  confirmationSide: "client",
  mark: ({ home }) => join(home, ".kiro"),
  projectMarks: [".kiro"],
  project: (installation) => [settings(installation, ".kiro/settings/mcp.json", startInProject(installation, clientAsks))],
  user: (installation) => [
    settings(installation, join(installation.machine.home, ".kiro/settings/mcp.json"), startAnywhere(installation, clientAsks)),
  ],
  byHand: {
    project: ["Kiro reads the file when it is saved. Its MCP page shows the server. Its command line asks by the rules of an agent."],
    user: ["Kiro reads the file when it is saved. A project's file comes before it."],
  },
  losses: [wholeTools, "its command line doesn't read autoApprove: an agent's allowedTools decide there"],
};

const settings = (installation: Installation, path: string, start: StartCommand) => ({
  path,
  syntax: strictJson,
  pieces: [
    serverEntry(
      installation,
      ["mcpServers"],
      {
        command: start.command,
        args: start.args,
        disabled: false,
        autoApprove: namesOf(installation.tools, "allow"),
        disabledTools: namesOf(installation.tools, "deny"),
      },
      ["autoApprove", "disabledTools"],
    ),
  ],
});
