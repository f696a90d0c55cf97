import { join } from "node:path/posix";
import { type AgentClient, folderFrom, type Machine } from "../client.js";
import { strictJson } from "../piece.js";

const folder = ({ home, environment }: Machine) => folderFrom(environment.PI_CODING_AGENT_DIR, join(home, ".pi/agent"));

/** The extension asks, as the server does for others. */
export const pi: AgentClient = {
  id: "pi",
  label: "pi",
  program: "pi",
  measured: "0.74.0",
  confirmationSide: "server",
  mark: folder,
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
  byHand: {
    project: [
      "Start pi in the project's root and trust the folder (/trust): until then it ignores .pi/settings.json. targets.pi in toolgen.yaml makes the extension.",
    ],
    user: ["Restart pi. targets.pi in toolgen.yaml makes the extension."],
  },
  losses: [],
};
