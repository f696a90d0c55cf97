import { type Definition, msg } from "../define.js";
import { exampleTool } from "./example-tool.js";

/** Mistakes in the call of an MCP server, and in `mcpServers` of toolgen.yaml. */
export const mcpCodes = {
  "mcp-server-form": {
    severity: "error",
    message: msg`A server has a \`command\` or a \`url\`: ${"problem"}.`,
    help: "Write `command`, with `args`, `cwd`, `pass` and `env`; or `url`, with `type` and `headers`.",
    explanation: "An MCP server is a program that is started, or an address that is reached over HTTP.",
    example: "version: 1\nmcpServers: { notes: { args: [--read-only] } }\n",
  },
  "unknown-mcp-server": {
    severity: "error",
    message: msg`There is no server '${"name"}' in \`mcpServers\` of toolgen.yaml.`,
    help: "Declare it there: `mcpServers: { NAME: { command: …, args: […] } }`.",
    explanation: "Each server is declared once, in toolgen.yaml, and its tools name it.",
    example: exampleTool("mcp: { server: notes, tool: count }"),
  },
  "key-beside-mcp": {
    severity: "error",
    message: msg`'${"key"}' is for programs and requests, and an MCP server runs this tool.`,
    help: "Remove it. The server's environment, folder and secrets are in `mcpServers` of toolgen.yaml.",
    explanation: "A server is shared by its tools, so what it is started with belongs to its entry.",
    example: exampleTool("mcp: { server: notes, tool: count }\ncwd: src"),
  },
  "sandbox-of-address": {
    severity: "error",
    message: msg`'sandbox' is for programs, and the MCP server '${"name"}' is an address.`,
    help: "Remove it, or declare a server that is a program: `mcpServers: { NAME: { command: … } }`.",
    explanation:
      "A sandbox confines a program on this machine. It can't confine a server elsewhere, and without network it would cut it off.",
    example: exampleTool("mcp: { server: pages, tool: count }\nsandbox: { network: true }"),
  },
} as const satisfies Record<string, Definition>;
