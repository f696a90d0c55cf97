import { join } from "node:path/posix";
import type { JsonObject } from "../../contract/json-value.js";
import {
  type AgentClient,
  agentsSkills,
  clientAsks,
  folderFrom,
  type Installation,
  type InstallationScope,
  type Machine,
  namesOf,
  type StartCommand,
  serverEntry,
  startAnywhere,
  startInProject,
} from "../client.js";
import { denialHook, wholeTools } from "../client-hook.js";
import { strictJson, toml } from "../piece.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.CODEX_HOME, join(home, ".codex"));

export const codex: AgentClient = {
  id: "codex",
  label: "Codex",
  program: "codex",
  measured: "0.171.0",
  confirmationSide: "client",
  hook: { decides: "denials", allowsAsked: true, isDefault: false, regains: [wholeTools] },
  mark: folder,
  skills: agentsSkills,
  projectMarks: [".codex"],
  project: (installation) => [
    settings(installation, ".codex/config.toml", startInProject(installation, clientAsks)),
    hooks(installation, ".codex/hooks.json", "project"),
  ],
  user: (installation) => [
    settings(installation, join(folder(installation.machine), "config.toml"), startAnywhere(installation, clientAsks)),
    hooks(installation, join(folder(installation.machine), "hooks.json"), "user"),
  ],
  byHand: {
    project: ["Start codex in the project and trust the folder: until then it ignores .codex/config.toml."],
    user: ["Restart codex."],
  },
  losses: [
    wholeTools,
    "codex exec refuses what it would ask about",
    "a trusted project's file beats the user's own disabled_tools and approval modes",
  ],
  unattended: "refuses it",
  headless: {
    run: (installation, scope) => ["codex", "exec", ...trusted(installation, scope), "TASK"],
    listing: ["codex", "mcp", "list"],
  },
};

/** Trusts the folder for one run. */
const trusted = ({ projectDir }: Installation, scope: InstallationScope) =>
  scope === "user" ? [] : ["-c", `projects={${JSON.stringify(projectDir)}={trust_level="trusted"}}`];

const settings = (installation: Installation, path: string, start: StartCommand) => ({
  path,
  syntax: toml,
  pieces: [serverEntry(installation, ["mcp_servers"], entry(installation, start), ["env_vars", "disabled_tools", "tools"])],
});

const hooks = (installation: Installation, path: string, scope: InstallationScope) => ({
  path,
  syntax: strictJson,
  // Asked before the user about a call that the policy asks about, it allows some by their arguments.
  pieces: [denialHook("codex", installation, scope), denialHook("codex", installation, scope, "PermissionRequest")],
});

/** Each tool has a mode, because `auto`, the default, runs some that the policy asks about. */
function entry({ tools, variables }: Installation, start: StartCommand): JsonObject {
  const denied = namesOf(tools, "deny");
  const modes = tools.flatMap(({ tool, decision }) =>
    decision === "deny" ? [] : [[tool, { approval_mode: decision === "allow" ? "approve" : "prompt" }] as const],
  );
  return {
    command: start.command,
    args: start.args,
    required: true,
    tool_timeout_sec: 300,
    default_tools_approval_mode: "prompt",
    ...(variables.length > 0 && { env_vars: variables }),
    ...(denied.length > 0 && { disabled_tools: denied }),
    ...(modes.length > 0 && { tools: Object.fromEntries(modes) }),
  };
}
