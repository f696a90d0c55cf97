import { join } from "node:path/posix";
import {
  type AgentClient,
  agentsSkills,
  clientAsks,
  folderFrom,
  type Installation,
  type Machine,
  serverEntry,
  startAnywhere,
} from "../client.js";
import { commentedJson, toml } from "../piece.js";

const folder = ({ home, environment }: Machine) => join(folderFrom(environment.GEMINI_CLI_HOME, home), ".gemini");

/**
 * In a project by discovery, with the policy that a build compiles; for the user by MCP, because there is one discovery
 * command.
 */
export const gemini: AgentClient = {
  id: "gemini",
  label: "Gemini CLI",
  program: "gemini",
  measured: "0.61.0",
  confirmationSide: "client",
  mark: folder,
  skills: agentsSkills,
  projectMarks: [".gemini", "GEMINI.md"],
  project: (installation) => [{ path: ".gemini/settings.json", syntax: commentedJson, pieces: discovery(installation) }],
  user: (installation) => [
    {
      path: join(folder(installation.machine), "settings.json"),
      syntax: commentedJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startAnywhere(installation, clientAsks) })],
    },
    {
      path: join(folder(installation.machine), `policies/${installation.server}.toml`),
      syntax: toml,
      pieces: [{ kind: "entries", path: [], entries: [["rule", policy(installation)]] }],
    },
  ],
  byHand: {
    project: [
      "Start gemini, 0.3 or newer, in the project's root and trust the folder: until then it ignores .gemini/settings.json. Older ones read other keys.",
    ],
    user: ["Restart gemini."],
  },
  losses: ["for the user, rules over arguments: a tool is allowed, asked about or denied as a whole"],
  unattended: "hides or refuses it; `--yolo` runs it",
  // Its option --skip-trust finds no tools by discovery.
  headless: { run: () => ["env", "GEMINI_CLI_TRUST_WORKSPACE=true", "gemini", "--prompt", "TASK"] },
};

const decisionWords = { allow: "allow", ask: "ask_user", deny: "deny" } as const;

/** The lowest priority of the user's tier: any other rule of the user comes first. */
const policy = ({ server, tools }: Installation) =>
  tools.map(({ tool, decision }) => ({ mcpName: server, toolName: tool, decision: decisionWords[decision], priority: 0 }));

/** The settings that the target `gemini` prints. */
function discovery({ output }: Installation) {
  const commands = [
    ["discoveryCommand", `cat ${quoted(`${output}/gemini/discovery.json`)}`],
    ["callCommand", `${output}/bin/call`],
  ] as const;
  return [
    { kind: "items", path: ["policyPaths"], items: [`${output}/gemini/policies.toml`], initial: ["~/.gemini/policies"] },
    { kind: "entries", path: ["tools"], entries: commands },
  ] as const;
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path}'`);
