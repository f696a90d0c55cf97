import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Machine } from "./client.js";
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
  gate: "client",
  mark: folder,
  projectMarks: [".mcp.json", ".claude", "CLAUDE.md"],
  project: (installation) => [
    {
      path: ".mcp.json",
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { type: "stdio", ...startInProject(installation, clientAsks) })],
    },
    { path: ".claude/settings.json", syntax: strictJson, pieces: permissionLists(installation) },
  ],
  user: (installation) => [
    {
      path: userFile(installation.machine),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { type: "stdio", ...startAnywhere(installation, clientAsks) })],
    },
    { path: join(folder(installation.machine), "settings.json"), syntax: strictJson, pieces: permissionLists(installation) },
  ],
  byHand: {
    project: [
      "Start claude in the project once: trust the folder, and allow the server. Until then its allow rules don't hold.",
      "Started in a subfolder, it finds the server but not .claude/settings.json, and asks before every call. --user holds everywhere.",
    ],
    user: ["Restart claude."],
  },
  losses: ["rules over arguments: a tool is allowed, asked about or denied as a whole", "plan mode refuses tools without readOnlyHint"],
};
