import type { McpCall } from "../../runtime/contract/mcp-call.js";
import { describeText } from "./describe-text.js";

/** Describes the call of an MCP server's tool, and how the server is started or reached, in lines. */
export function describeMcpCall({ server, tool, arguments: template }: McpCall): readonly string[] {
  const { name, command, args = [], cwd, env = [], url = "", headers = [] } = server;
  const started = [
    `starts ${[command, ...args].join(" ")}`,
    `runs in ${cwd ?? "the workspace"}`,
    ...env.map((field) => `environment set: ${field.name}=${describeText(field.text)}`),
  ];
  const reached = [`reaches ${url}`, ...headers.map((field) => `header ${field.name}: ${describeText(field.text)}`)];
  return [
    `${tool} of the server ${name}`,
    template === undefined ? "gets the checked arguments" : "gets the `arguments` of the spec",
    ...(command === undefined ? reached : started),
  ];
}
