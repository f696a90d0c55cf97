import { boolean, choice, type Decoded, json, jsonObject, list, map, optional, record, required, text } from "./shape.js";

// The key `mcp` of a tool, `mcpServers` of toolgen.yaml, and their decoded types.

export const mcpShape = record({
  server: required(text("mcpServerName"), "The server's name in `mcpServers` of toolgen.yaml."),
  tool: required(text("someText"), "The tool's name, as the server lists it."),
  arguments: optional(
    jsonObject,
    "What the server's tool gets: JSON with templates in its texts. A text that is one placeholder keeps its value's type. Default: the checked arguments.",
  ),
});

export const mcpServersShape = map(
  record({
    command: optional(
      text("someText"),
      "A program that speaks MCP over standard input and output: a name on PATH, or a path from the project's root.",
    ),
    args: optional(list(text()), "The program's arguments, literally. Secrets aren't allowed here, because other users see arguments."),
    cwd: optional(text("folderInProject"), "The folder that the program runs in, from the project's root. Default: the workspace."),
    pass: optional(list(text("environmentPattern")), "Environment variables passed on to the program, besides the base set."),
    env: optional(map(text(), "environmentName"), "Environment variables set for the program: texts in which secrets are allowed."),
    url: optional(text("someText"), "The address of a server that speaks HTTP."),
    type: optional(choice(["http", "sse"]), "The transport of `url`. Default: HTTP, and server-sent events if the server refuses that."),
    headers: optional(map(text(), "headerName"), "Headers of each request: texts in which secrets are allowed."),
    secrets: optional(
      map(text(), "environmentName"),
      "Environment variables that must be set, each with its description. They reach the server only where `env` or `headers` name them.",
    ),
  }),
  "mcpServerName",
);

/** The server's answer, in an example. */
export const givenMcpShape = record({
  content: optional(json, "The content: a list of blocks, as MCP defines them."),
  structuredContent: optional(json, "The result as data."),
  isError: optional(boolean, "Whether the call failed."),
});

/** The call of the server, in an example. */
export const expectedMcpShape = record({
  server: optional(text(), "The server's name."),
  tool: optional(text(), "The tool's name."),
  arguments: optional(jsonObject, "What the server's tool gets."),
});

export type McpServersSpec = Decoded<typeof mcpServersShape>;
