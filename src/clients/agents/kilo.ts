import { join } from "node:path/posix";
import { type AgentClient, clientAsks, startAnywhere, startInProject } from "../client.js";
import { wholeTools } from "../client-hook.js";
import { opencodeForm } from "../opencode.js";

/** A fork of opencode, with its form of settings. */
export const kilo: AgentClient = {
  id: "kilo",
  label: "Kilo Code",
  program: "kilo",
  source: "https://kilo.ai/docs/automate/mcp/using-in-kilo-code",
  confirmationSide: "client",
  mark: ({ home }) => join(home, ".config/kilo"),
  projectMarks: ["kilo.json", "kilo.jsonc", ".kilo", ".kilocode"],
  project: (installation) => [opencodeForm(installation, "kilo.json", startInProject(installation, clientAsks))],
  user: (installation) => [
    opencodeForm(installation, join(installation.machine.home, ".config/kilo/kilo.json"), startAnywhere(installation, clientAsks)),
  ],
  byHand: { project: ["Restart kilo. Versions before 7 read .kilocode/mcp.json instead."], user: ["Restart kilo."] },
  losses: [wholeTools, "the project's file beats the user's own rules"],
};
