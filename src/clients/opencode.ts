import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Installation, type Machine } from "./client.js";
import { wholeTools } from "./hook.js";
import { lenientJson } from "./settings/syntax.js";
import { clientAsks, type StartCommand, serverEntry, startAnywhere, startInProject } from "./start.js";

const folder = ({ home, environment }: Machine) => join(folderFrom(environment.XDG_CONFIG_HOME, join(home, ".config")), "opencode");

export const opencode: AgentClient = {
  id: "opencode",
  label: "opencode",
  program: "opencode",
  measured: "1.18.33",
  gate: "client",
  mark: folder,
  projectMarks: ["opencode.json", "opencode.jsonc", ".opencode"],
  project: (installation) => [settings(installation, "opencode.json", startInProject(installation, clientAsks))],
  user: (installation) => [
    settings(installation, join(folder(installation.machine), "opencode.json"), startAnywhere(installation, clientAsks)),
  ],
  byHand: { project: ["Restart opencode."], user: ["Restart opencode."] },
  losses: [
    wholeTools,
    "opencode run ends where it would ask; --auto runs what it would ask about",
    'the project\'s file beats the user\'s own rules, and these rules beat earlier ones such as "*": "deny"',
  ],
};

const settings = (installation: Installation, path: string, { command, args }: StartCommand) => ({
  path,
  syntax: lenientJson,
  pieces: [serverEntry(installation, ["mcp"], { type: "local", command: [command, ...args], enabled: true }), permissions(installation)],
});

/**
 * The last matching rule wins, so the wildcard comes first. It covers tools that a later build adds, because the
 * default is to allow.
 */
function permissions({ server, tools }: Installation) {
  const rules = tools.map(({ tool, decision }) => [`${server}_${tool}`, decision] as const);
  return { kind: "entries", path: ["permission"], entries: [[`${server}_*`, "ask"] as const, ...rules], prefix: `${server}_` } as const;
}
