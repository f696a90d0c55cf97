import { join } from "node:path/posix";
import {
  type AgentClient,
  agentsSkills,
  clientAsks,
  folderFrom,
  type Installation,
  type InstallationScope,
  type Machine,
  type SettingsFile,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "./client.js";
import { opencodePluginFile, wholeTools } from "./client-hook.js";
import { type ItemsPiece, lenientJson } from "./piece.js";

const folder = ({ home, environment }: Machine) => join(folderFrom(environment.XDG_CONFIG_HOME, join(home, ".config")), "opencode");

export const opencode: AgentClient = {
  id: "opencode",
  label: "opencode",
  program: "opencode",
  measured: "1.18.33",
  confirmationSide: "client",
  hook: { decides: "denials", isDefault: false, regains: [], plugin: opencodePluginFile },
  mark: folder,
  skills: agentsSkills,
  agents: {
    project: ".opencode/agent",
    user: (machine) => join(folder(machine), "agent"),
    extension: ".md",
    key: "permission",
    none: "",
    value: (server, tools, before) => {
      // The last matching rule wins.
      const rest = `{ "${server}_*": deny`;
      const isOwn = before?.startsWith(rest) && /^(?:, "[\w-]+": (?:allow|ask|deny))* \}$/.test(before.slice(rest.length));
      if (before !== undefined && !isOwn) return undefined;
      return tools.length === 0 ? "" : `${rest}${tools.map(({ tool, decision }) => `, "${server}_${tool}": ${decision}`).join("")} }`;
    },
  },
  projectMarks: ["opencode.json", "opencode.jsonc", ".opencode"],
  project: (installation) => [settings(installation, "opencode.json", startInProject(installation, clientAsks), "project")],
  user: (installation) => [
    settings(installation, join(folder(installation.machine), "opencode.json"), startAnywhere(installation, clientAsks), "user"),
  ],
  byHand: { project: ["Restart opencode."], user: ["Restart opencode."] },
  losses: [
    wholeTools,
    "opencode run ends where it would ask; --auto runs what it would ask about",
    'the project\'s file beats the user\'s own rules, and these rules beat earlier ones such as "*": "deny"',
  ],
  unattended: "ends the run; `--auto` runs it",
  headless: { run: () => ["opencode", "run", "TASK"], listing: ["opencode", "mcp", "list"] },
};

/** opencode writes it into a file without it. */
export const opencodeSchema = "https://opencode.ai/config.json";

/** The settings of opencode and its forks. */
export const opencodeForm = (installation: Installation, path: string, { command, args }: StartCommand): SettingsFile => ({
  path,
  syntax: lenientJson,
  pieces: [serverEntry(installation, ["mcp"], { type: "local", command: [command, ...args], enabled: true }), permissions(installation)],
});

function settings(installation: Installation, path: string, start: StartCommand, scope: InstallationScope): SettingsFile {
  const form = opencodeForm(installation, path, start);
  return {
    ...form,
    initial: { kind: "entries", path: [], entries: [["$schema", opencodeSchema]], shared: true },
    pieces: [...form.pieces, plugin(installation, scope)],
  };
}

/**
 * The last matching rule wins, so the wildcard comes first. It covers tools that a later build adds, because the
 * default is to allow.
 */
function permissions({ server, tools, headless }: Installation) {
  const rules = tools.map(({ tool, decision }) => [`${server}_${tool}`, decision] as const);
  const entries = [[`${server}_*`, headless ? "deny" : "ask"] as const, ...rules];
  return { kind: "entries", path: ["permission"], entries, prefix: `${server}_`, servers: ["mcp"] } as const;
}

/** The plugin that starts the hook. A relative path is relative to the settings file. */
function plugin(installation: Installation, scope: InstallationScope): ItemsPiece {
  const { hooks, projectDir, server } = installation;
  const file = opencodePluginFile(installation);
  const path = scope === "user" ? join(projectDir, file) : `./${file}`;
  return { kind: "items", path: ["plugin"], items: hooks ? [[path, { prefix: `${server}_`, scope }]] : [], mark: path };
}
