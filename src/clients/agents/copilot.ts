import { join } from "node:path/posix";
import {
  type AgentClient,
  agentsSkills,
  clientAsks,
  folderFrom,
  type Installation,
  type InstallationScope,
  type Machine,
  namesOf,
  type SettingsFile,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { absoluteHook, copilotHook, fromRoot, hookPiece, wholeTools } from "../client-hook.js";
import { strictJson } from "../piece.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.COPILOT_HOME, join(home, ".copilot"));

const noProjectPolicy = "it has no policy file of a project: there, it runs tools with readOnlyHint and asks about all others";

export const copilot: AgentClient = {
  id: "copilot",
  label: "Copilot CLI",
  program: "copilot",
  measured: "1.0.102",
  confirmationSide: "client",
  hook: { decides: "calls", isDefault: true, regains: [wholeTools, noProjectPolicy] },
  mark: folder,
  skills: agentsSkills,
  agents: {
    project: ".github/agents",
    user: (machine) => join(folder(machine), "agents"),
    extension: ".agent.md",
    key: "tools",
    none: "[]",
    value: (server, tools, before = "[]") => {
      const text = /"[^"\\]*"|'[^'\\]*'/;
      if (!new RegExp(`^\\[\\s*(?:(?:${text.source})\\s*(?:,\\s*(?:${text.source})\\s*)*,?\\s*)?\\]$`).test(before)) return undefined;
      const names = (before.match(new RegExp(text, "g")) ?? []).map((name) => name.slice(1, -1));
      const others = names.filter((name) => name !== server && !name.startsWith(`${server}/`));
      // It has the server's tools as well.
      if (others.includes("*")) return undefined;
      if (tools.length === 0 && others.length === names.length) return before;
      const all = [...others, ...tools.map(({ tool }) => `${server}/${tool}`)];
      return all.length === 0 ? "" : JSON.stringify(all).replaceAll('","', '", "');
    },
  },
  project: (installation) => [
    {
      path: ".github/mcp.json",
      syntax: strictJson,
      pieces: [
        serverEntry(installation, ["mcpServers"], {
          type: "stdio",
          ...startInProject(installation, clientAsks),
          tools: shown(installation),
        }),
      ],
    },
    hookFileOf(installation, ".github/hooks", "project"),
  ],
  user: (installation) => [
    {
      path: join(folder(installation.machine), "mcp-config.json"),
      syntax: strictJson,
      pieces: [
        serverEntry(installation, ["mcpServers"], {
          type: "local",
          ...startAnywhere(installation, clientAsks),
          tools: shown(installation),
        }),
      ],
    },
    { path: join(folder(installation.machine), "permissions-config.json"), syntax: strictJson, pieces: approvals(installation) },
    hookFileOf(installation, join(folder(installation.machine), "hooks"), "user"),
  ],
  byHand: {
    project: ["Start copilot in the project's root, because it doesn't look above, and trust the folder."],
    user: ["Restart copilot. Calls run unasked in the project's root alone: it keeps approvals by folder."],
  },
  losses: [
    wholeTools,
    noProjectPolicy,
    "with the hook, --allow-tool and --allow-all-tools run no call that the hook asks about; --no-hooks installs without it",
  ],
  unattended: "refuses it",
  headless: {
    run: (_installation, scope) => ["copilot", "-p", "TASK", "--disable-builtin-mcps", ...(scope === "project" ? ["--trust-folder"] : [])],
    listing: ["copilot", "mcp", "list"],
  },
};

/** The others are not declared. */
const shown = ({ tools }: Installation) => (tools.every(({ decision }) => decision !== "deny") ? ["*"] : declared(tools));

const declared = (tools: Installation["tools"]) => tools.filter(({ decision }) => decision !== "deny").map(({ tool }) => tool);

function approvals({ server, projectDir, tools }: Installation) {
  const items = namesOf(tools, "allow").map((toolName) => ({ kind: "mcp", serverName: server, toolName }));
  return items.length === 0 ? [] : [{ kind: "items", path: ["locations", projectDir, "tool_approvals"], items } as const];
}

/** A file of toolgen's own in the folder of hooks. */
function hookFileOf(installation: Installation, hooksFolder: string, scope: InstallationScope): SettingsFile {
  const { server, hooks } = installation;
  const program = scope === "user" ? absoluteHook(installation) : fromRoot(installation);
  const start = { client: "copilot", prefix: `${server}-`, program, scope };
  return {
    path: `${hooksFolder}/${server}.json`,
    syntax: strictJson,
    pieces: [
      ...(hooks ? [{ kind: "entries", path: [], entries: [["version", 1]], shared: true } as const] : []),
      hookPiece(installation, ["hooks", "preToolUse"], start, copilotHook),
    ],
  };
}
