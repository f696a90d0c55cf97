import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Installation, type InstallationScope, type Machine } from "./client.js";
import { absoluteHook, fromRoot, type HookStart, hookPiece, isDecidedByCall, preToolUse, wholeTools } from "./hook-file.js";
import { permissionLists } from "./permission-lists.js";
import { strictJson } from "./settings/syntax.js";
import { clientAsks, serverEntry, startAnywhere, startInProject } from "./start.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.CLAUDE_CONFIG_DIR, join(home, ".claude"));
const userFile = ({ home, environment }: Machine) => join(folderFrom(environment.CLAUDE_CONFIG_DIR, home), ".claude.json");

/** Claude Code ignores a settings file with a comment or a trailing comma, its denials too. */
export const claude: AgentClient = {
  id: "claude",
  label: "Claude Code",
  program: "claude",
  measured: "2.1.330",
  confirmationSide: "client",
  hook: { decides: "calls", isDefault: true, regains: [wholeTools] },
  mark: folder,
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
};

const policy = (installation: Installation, scope: InstallationScope) => [
  ...permissionLists(installation, (tool) => installation.hooks && isDecidedByCall(tool)),
  hookPiece(installation, ["hooks", "PreToolUse"], claudeHook(installation, scope), preToolUse),
];

function claudeHook(installation: Installation, scope: InstallationScope): HookStart {
  // Other programs that read this file start it in the project's root.
  const program = scope === "user" ? absoluteHook(installation) : fromRoot(installation, "${CLAUDE_PROJECT_DIR:-.}");
  return { client: "claude", prefix: `mcp__${installation.server}__`, program, scope };
}
