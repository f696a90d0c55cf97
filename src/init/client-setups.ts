/** A client that a project can be set up for, by one file in the project. */
export interface ClientSetup {
  readonly id: string;
  readonly label: string;
  /** The client's program, if it has one. */
  readonly program?: string;
  /** Files and folders of a project that only this client has. */
  readonly marks: readonly string[];
  readonly file: string;
  /** The text of that file for a project with nothing else in it. */
  text(project: { readonly server: string; readonly output: string }): string;
  /** The user's next step in the client. */
  readonly then: string;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const serverPath = (output: string) => `${output}/mcp/server.cjs`;

/**
 * In the forms that docs/mcp.md and docs/gemini-cli.md explain. Gemini CLI's file is what the build of its target
 * prints.
 */
export const clientSetups: readonly ClientSetup[] = [
  {
    id: "claude",
    label: "Claude Code",
    program: "claude",
    marks: [".mcp.json", ".claude", "CLAUDE.md"],
    file: ".mcp.json",
    text: ({ server, output }) => json({ mcpServers: { [server]: { type: "stdio", command: "node", args: [serverPath(output)] } } }),
    then: "Claude Code asks once whether this project's server may be used.",
  },
  {
    id: "gemini",
    label: "Gemini CLI",
    program: "gemini",
    marks: [".gemini", "GEMINI.md"],
    file: ".gemini/settings.json",
    text: ({ output }) =>
      json({
        policyPaths: ["~/.gemini/policies", `${output}/gemini/policies.toml`],
        tools: { discoveryCommand: `cat ${output}/gemini/discovery.json`, callCommand: `${output}/bin/call` },
      }),
    then: "Gemini CLI loads it once you trust this folder.",
  },
  {
    id: "cursor",
    label: "Cursor",
    program: "cursor",
    marks: [".cursor"],
    file: ".cursor/mcp.json",
    text: ({ server, output }) =>
      json({ mcpServers: { [server]: { command: "node", args: [`\${workspaceFolder}/${serverPath(output)}`] } } }),
    then: "Cursor lists the server in its MCP settings, where you switch it on.",
  },
  {
    id: "vscode",
    label: "VS Code",
    program: "code",
    marks: [".vscode"],
    file: ".vscode/mcp.json",
    text: ({ server, output }) => {
      const args = [`\${workspaceFolder}/${serverPath(output)}`];
      return json({ servers: { [server]: { type: "stdio", command: "node", args, cwd: "${workspaceFolder}" } } });
    },
    then: "VS Code asks whether you trust the server when it starts it.",
  },
  {
    id: "codex",
    label: "Codex",
    program: "codex",
    marks: [".codex"],
    file: ".codex/config.toml",
    text: ({ server, output }) =>
      `[mcp_servers.${server}]\ncommand = "node"\nargs = [${JSON.stringify(serverPath(output))}]\ntool_timeout_sec = 300\n`,
    then: "Codex reads it in a project that you trust.",
  },
];
