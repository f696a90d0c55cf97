import { join } from "node:path/posix";
import type { JsonObject } from "../../contract/json-value.js";
import {
  type AgentClient,
  agentsSkills,
  clientAsks,
  type Installation,
  type InstallationScope,
  type Machine,
  namesOf,
  permissionLists,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { denialHook, wholeTools } from "../client-hook.js";
import { commentedJson } from "../piece.js";

const folder = ({ home }: Machine) => join(home, ".qwen");

export const qwen: AgentClient = {
  id: "qwen",
  label: "Qwen Code",
  program: "qwen",
  measured: "0.24.4",
  confirmationSide: "client",
  hook: { decides: "denials", isDefault: false, regains: [] },
  mark: folder,
  skills: agentsSkills,
  projectMarks: [".qwen", "QWEN.md"],
  project: (installation) => [settings(installation, ".qwen/settings.json", startInProject(installation, clientAsks), "project")],
  user: (installation) => [
    settings(installation, join(folder(installation.machine), "settings.json"), startAnywhere(installation, clientAsks), "user"),
  ],
  byHand: {
    project: ["Start qwen in the project and approve the server in /mcp: headless, only yolo mode loads a project's server."],
    user: ["Restart qwen."],
  },
  losses: [wholeTools, "yolo mode runs what it would ask about"],
  unattended: "only yolo mode loads a project's server, and runs it",
  headless: {
    run: ({ server }) => ["qwen", "-p", "TASK", "--allowed-mcp-server-names", server],
    listing: ["qwen", "mcp", "list"],
    userOnly: "without a user, Qwen Code loads a project's server in yolo mode alone",
  },
};

const settings = (installation: Installation, path: string, start: StartCommand, scope: InstallationScope) => ({
  path,
  syntax: commentedJson,
  pieces: [
    serverEntry(installation, ["mcpServers"], { ...start, ...hidden(installation) }, ["excludeTools"]),
    ...permissionLists(installation),
    denialHook("qwen", installation, scope),
  ],
});

/** Its rules refuse a denied tool, but declare it. */
function hidden({ tools }: Installation): JsonObject {
  const denied = namesOf(tools, "deny");
  return denied.length === 0 ? {} : { excludeTools: denied };
}
