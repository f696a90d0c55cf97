import { join } from "node:path/posix";
import { type AgentClient, serverEntry, startAnywhere } from "../client.js";
import { strictJson } from "../piece.js";

export const auggie: AgentClient = {
  id: "auggie",
  label: "Auggie",
  program: "auggie",
  source: "https://docs.augmentcode.com/cli/integrations",
  confirmationSide: "server",
  mark: ({ home }) => join(home, ".augment"),
  user: (installation) => [
    {
      path: join(installation.machine.home, ".augment/settings.json"),
      syntax: strictJson,
      pieces: [serverEntry(installation, ["mcpServers"], { ...startAnywhere(installation) })],
    },
  ],
  byHand: { project: [], user: ["Restart auggie."] },
  losses: ["it runs tools without asking: the server asks, or refuses dangerous calls. Its toolPermissions aren't compiled"],
};
