import { dirname, join } from "node:path/posix";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { type AgentClient, agentsSkills, folderFrom, type Machine } from "../client.js";
import { strictJson } from "../piece.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.PI_CODING_AGENT_DIR, join(home, ".pi/agent"));

/** Its keys are absolute folders; the nearest to the project decides. */
function isTrusted(text: string | undefined, project: string): boolean {
  const trusted = parsed(text);
  for (let at = project; ; at = dirname(at)) {
    const said = Object.hasOwn(trusted, at) ? trusted[at] : undefined;
    if (typeof said === "boolean") return said;
    if (at === dirname(at)) return false;
  }
}

function parsed(text = "{}"): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The extension asks, as the server does for others. */
export const pi: AgentClient = {
  id: "pi",
  label: "pi",
  program: "pi",
  measured: "1.6.0",
  confirmationSide: "server",
  mark: folder,
  skills: agentsSkills,
  projectMarks: [".pi"],
  project: ({ output }) => [
    {
      path: ".pi/settings.json",
      syntax: strictJson,
      pieces: [{ kind: "items", path: ["packages"], items: [`../${output}/pi`] }],
    },
  ],
  user: ({ projectDir, output, machine }) => [
    {
      path: join(folder(machine), "settings.json"),
      syntax: strictJson,
      pieces: [{ kind: "items", path: ["packages"], items: [join(projectDir, output, "pi")] }],
    },
  ],
  trust: {
    file: (machine) => join(folder(machine), "trust.json"),
    holds: isTrusted,
    step: "Start pi in the project and trust it, or type /trust: until then, pi 1 ignores .pi/settings.json without a word, and -p asks about no trust. --user needs none.",
  },
  byHand: {
    project: [
      "Restart pi in the project's root: it reads no settings above the folder that it was started in; --user holds everywhere. targets.pi in toolgen.yaml makes the extension.",
    ],
    user: ["Restart pi. targets.pi in toolgen.yaml makes the extension."],
  },
  losses: [],
  unattended: "refuses it",
};
