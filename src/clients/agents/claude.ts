import { join } from "node:path/posix";
import {
  type AgentClient,
  clientAsks,
  folderFrom,
  type Installation,
  type InstallationScope,
  type Machine,
  namesOf,
  permissionLists,
  serverEntry,
  startAnywhere,
  startInProject,
  startInWindow,
} from "../client.js";
import { absoluteHook, fromRoot, type HookStart, hookPiece, isDecidedByCall, preToolUse, wholeTools } from "../client-hook.js";
import { strictJson } from "../piece.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.CLAUDE_CONFIG_DIR, join(home, ".claude"));
const userFile = ({ home, environment }: Machine) => join(folderFrom(environment.CLAUDE_CONFIG_DIR, home), ".claude.json");

/** Claude Code ignores a settings file with a comment or a trailing comma, its denials too. */
export const claude: AgentClient = {
  id: "claude",
  label: "Claude Code",
  program: "claude",
  measured: "2.1.332",
  confirmationSide: "client",
  hook: { decides: "calls", isDefault: true, regains: [wholeTools] },
  mark: folder,
  skills: { project: ".claude/skills", user: (machine) => join(folder(machine), "skills") },
  agents: {
    project: ".claude/agents",
    user: (machine) => join(folder(machine), "agents"),
    extension: ".md",
    key: "tools",
    value: (server, tools, before) => {
      const prefix = `mcp__${server}__`;
      const names = before === undefined ? [] : agentTools(before);
      const others = names?.filter((name) => name !== `mcp__${server}` && !name.startsWith(prefix));
      // A pattern such as `mcp__*` has the server's tools as well.
      if (others === undefined || others.some((name) => name.includes("*") && prefix.startsWith(name.split("*")[0] ?? "")))
        return undefined;
      return tools.length === 0 && others.length === names?.length
        ? before
        : [...others, ...tools.map(({ tool }) => `${prefix}${tool}`)].join(", ");
    },
  },
  projectMarks: [".mcp.json", ".claude", "CLAUDE.md"],
  project: (installation) => [
    {
      path: ".mcp.json",
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { type: "stdio", ...startInProject(installation, clientAsks) })],
    },
    { path: ".claude/settings.json", syntax: strictJson, pieces: policy(installation, "project") },
  ],
  user: (installation) => [
    {
      path: userFile(installation.machine),
      syntax: strictJson,
      // Those of one folder, which `claude mcp add` writes.
      servers: [["projects", installation.projectDir, "mcpServers"]],
      pieces: [serverEntry(installation, ["mcpServers"], { type: "stdio", ...startAnywhere(installation, clientAsks) })],
    },
    { path: join(folder(installation.machine), "settings.json"), syntax: strictJson, pieces: policy(installation, "user") },
  ],
  byHand: {
    project: [
      "Start claude in the project once: trust the folder, and allow the server. Until then its allow rules don't hold.",
      "Started in a subfolder, it finds the server but not .claude/settings.json, and asks before every call. --user holds everywhere.",
    ],
    user: ["Restart claude."],
  },
  losses: [wholeTools, "plan mode refuses tools without readOnlyHint"],
  unattended: "refuses it",
  headless: {
    // In a folder without trust, it ignores the allow rules of the project's file.
    run: (installation, scope) => [
      ...["claude", "-p", "TASK", "--permission-mode", "dontAsk"],
      ...(scope === "project" ? ["--strict-mcp-config", "--mcp-config", ".mcp.json"] : []),
      ...(scope === "project" ? allowed(installation).flatMap((rule) => ["--allowedTools", rule]) : []),
    ],
    listing: ["claude", "mcp", "list"],
  },
};

/** The names in an agent's list of tools, such as `Read, Bash(git:*)`. Of YAML's forms, it may be this one alone. */
function agentTools(list: string): readonly string[] | undefined {
  const name = /[A-Za-z_][\w*-]*(?:\([^()]*\))?/;
  const isPlain = new RegExp(`^${name.source}(?:[ \\t]*,[ \\t]*${name.source})*$`).test(list);
  if (!isPlain || /[:\s]#|:\s|:$|^(?:null|true|false)$/i.test(list)) return undefined;
  return list.match(new RegExp(name, "g")) ?? [];
}

const allowed = ({ server, tools }: Installation) => namesOf(tools, "allow").map((tool) => `mcp__${server}__${tool}`);

const policy = (installation: Installation, scope: InstallationScope) => [
  ...permissionLists(installation, { unlisted: (tool) => installation.hooks && isDecidedByCall(tool) }),
  hookPiece(installation, ["hooks", "PreToolUse"], claudeHook(installation, scope), preToolUse),
];

function claudeHook(installation: Installation, scope: InstallationScope): HookStart {
  // Other programs that read this file start it in the project's root.
  const program = scope === "user" ? absoluteHook(installation) : fromRoot(installation, "${CLAUDE_PROJECT_DIR:-.}");
  return { client: "claude", prefix: `mcp__${installation.server}__`, program, scope };
}

const desktopFolder = ({ home }: Machine) => join(home, "Library/Application Support/Claude");

export const claudeDesktop: AgentClient = {
  id: "claude-desktop",
  label: "Claude Desktop",
  source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
  confirmationSide: "server",
  lacksPlatform: "linux",
  mark: desktopFolder,
  user: (installation) => [
    {
      path: join(desktopFolder(installation.machine), "claude_desktop_config.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startInWindow(installation) })],
    },
  ],
  byHand: { project: [], user: ["Quit Claude Desktop and start it again. The server's workspace is this project."] },
  losses: ["it has no policy file: the server asks, or refuses dangerous calls"],
};
