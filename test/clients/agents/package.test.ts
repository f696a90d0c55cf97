import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { execaSync } from "execa";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type AgentProgram, claude, codex, edit, opencode } from "./programs.js";
import { called, world } from "./world.js";

const start = ["npx", "--no-install", "notes-mcp"] as const;
const [command, ...args] = start;

/** How the user of each client adds the package's server, and allows one of its tools. */
const clients: readonly (readonly [name: string, AgentProgram, settings: (folder: string, home: string) => void])[] = [
  [
    "Claude Code",
    claude,
    (folder) => {
      edit(join(folder, ".mcp.json"), () => JSON.stringify({ mcpServers: { toolgen: { type: "stdio", command, args } } }));
      edit(join(folder, ".claude/settings.json"), () => JSON.stringify({ permissions: { allow: ["mcp__toolgen__reads"] } }));
    },
  ],
  [
    "Codex",
    codex,
    (_folder, home) => {
      const server = `[mcp_servers.toolgen]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\nrequired = true\n`;
      edit(join(home, ".codex/config.toml"), (text) => `${text}${server}[mcp_servers.toolgen.tools.reads]\napproval_mode = "approve"\n`);
    },
  ],
  [
    "opencode",
    opencode,
    (folder) =>
      edit(join(folder, "opencode.json"), () => JSON.stringify({ mcp: { toolgen: { type: "local", command: start, enabled: true } } })),
  ],
];

/** An empty folder in which the package of the world's tools is installed, from the file that npm would publish. */
let folder: string;
beforeAll(() => {
  const target = 'targets: { package: { name: "@you/notes-mcp", version: 1.2.0, mcpName: io.github.you/notes, license: MIT } }\n';
  const { project, toolgen } = world();
  edit(join(project, "toolgen.yaml"), (text) => text + target);
  toolgen("build");
  toolgen("publish", "--dry-run");
  folder = temporaryFolder();
  const npm = (...more: readonly string[]) => execaSync("npm", [...more, "--no-audit", "--no-fund"], { cwd: folder });
  npm("pack", join(project, "generated/package"));
  writeFileSync(join(folder, "package.json"), "{}");
  npm("install", "--offline", "--ignore-scripts", join(folder, "you-notes-mcp-1.2.0.tgz"));
});

it("starts by npx from an empty folder, under the version that was published", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd: folder, stderr: "ignore" }));
  expect(client.getServerVersion()).toMatchObject({ name: "toolgen", version: "1.2.0" });
});

it.for(clients)(
  "runs an allowed tool of the package in %s, and neither an asked nor a denied one",
  async ([, program, settings], { skip }) => {
    if (!program.isInstalled) skip();
    const home = temporaryFolder();
    settings(folder, home);
    program.trust?.(home, folder);
    const { answerOf, output } = await called(program, { home, project: folder, below: folder, toolgen: () => {} }, folder, {
      tools: ["reads", "banned"],
    });
    expect(answerOf("reads"), output).toContain(`hello in ${folder}`);
    expect(answerOf("banned"), output).not.toContain("hello in");
  },
);
