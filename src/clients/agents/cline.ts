import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startAnywhere } from "../client.js";
import { strictJson } from "../piece.js";

export const cline: AgentClient = {
  id: "cline",
  label: "Cline CLI",
  program: "cline",
  measured: "3.0.65",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".cline"),
  user: (installation) => [
    {
      path: join(installation.machine.home, ".cline/data/settings/cline_mcp_settings.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startAnywhere(installation), disabled: false })],
    },
  ],
  byHand: { project: [], user: ["Restart cline."] },
  losses: ["it has no policy and no elicitation: moderate calls run unasked, and the server refuses dangerous ones"],
  unattended: "runs moderate calls, refuses dangerous ones",
};
