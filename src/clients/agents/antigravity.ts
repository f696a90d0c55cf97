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
  type SettingsFile,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { absoluteHook, antigravityHook, fromBelow, hookPiece, wholeTools } from "../client-hook.js";
import { strictJson } from "../piece.js";

/** The programs of its name share this folder. */
const folder = ({ home }: Machine) => join(home, ".gemini/config");
const ownFolder = ({ home }: Machine) => join(home, ".gemini/antigravity-cli");

/**
 * It declares elicitation and cancels every question, so the server never asks. It ends at a file that isn't strict
 * JSON. Its tools get its whole environment, so an entry has no `env`, where secrets would stay.
 */
export const antigravity: AgentClient = {
  id: "antigravity",
  label: "Antigravity CLI",
  program: "agy",
  source: "https://antigravity.google/docs/cli/gcli-migration",
  confirmationSide: "client",
  hook: { decides: "denials", isDefault: false, regains: [] },
  mark: ownFolder,
  skills: { project: agentsSkills.project, user: ({ home }) => join(home, ".gemini/config/skills") },
  projectMarks: [".agents/mcp_config.json", ".antigravitycli"],
  project: (installation) => [
    servers(installation, ".agents/mcp_config.json", startInProject(installation, clientAsks)),
    hooks(installation, ".agents/hooks.json", "project"),
  ],
  user: (installation) => [
    servers(installation, join(folder(installation.machine), "mcp_config.json"), startAnywhere(installation, clientAsks)),
    {
      path: join(ownFolder(installation.machine), "settings.json"),
      syntax: strictJson,
      pieces: permissionLists(installation, { rule: (server, tool) => `mcp(${server}/${tool})` }),
    },
    hooks(installation, join(folder(installation.machine), "hooks.json"), "user"),
  ],
  byHand: {
    project: ["Start agy in the project and trust the folder. It asks before each call: no file of a project can allow one, --user can."],
    user: ["Restart agy. Every agy on this machine starts the server, in the folder that agy was started in."],
  },
  losses: [
    wholeTools,
    "it has no policy file of a project: there, it asks before each call",
    "agy -p refuses what it would ask about",
    "its modes always-proceed and --dangerously-skip-permissions run what it would ask about",
  ],
  unattended: "refuses it",
};

const servers = (installation: Installation, path: string, start: StartCommand): SettingsFile => ({
  path,
  syntax: strictJson,
  pieces: [serverEntry(installation, ["mcpServers"], { ...start, ...hidden(installation) }, ["disabledTools"])],
});

/** Its permissions refuse a denied tool, but declare it. */
function hidden({ tools }: Installation): JsonObject {
  const denied = namesOf(tools, "deny");
  return denied.length === 0 ? {} : { disabledTools: denied };
}

/** Hooks are grouped by a name. A hook is started in the folder of its file. */
function hooks(installation: Installation, path: string, scope: InstallationScope): SettingsFile {
  const { server } = installation;
  const program = scope === "user" ? absoluteHook(installation) : fromBelow(installation);
  const start = { client: "antigravity", prefix: `${server}/`, program, scope };
  return { path, syntax: strictJson, pieces: [hookPiece(installation, [server, "PreToolUse"], start, antigravityHook)] };
}
