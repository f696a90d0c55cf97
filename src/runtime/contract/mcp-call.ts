import type { HttpField, JsonTemplate } from "./http-request.js";

/** A call of an MCP server's tool that runs a tool, with placeholders: plain data, as a spec's `mcp` was compiled. */
export interface McpCall {
  readonly server: McpServerEntry;
  /** By the server's own name. */
  readonly tool: string;
  /** An object. Without it, the server gets the checked call. */
  readonly arguments?: JsonTemplate;
}

/** A server of `mcpServers` in toolgen.yaml. It has a `command` or a `url`. */
export interface McpServerEntry {
  readonly name: string;
  /** A name on PATH, or a path relative to the project's root. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Relative to the project's root. Without it, the server runs in the workspace. */
  readonly cwd?: string;
  /** Variables besides those that every program gets. One without a value is left out. */
  readonly env?: readonly HttpField[];
  readonly url?: string;
  readonly type?: "http" | "sse";
  readonly headers?: readonly HttpField[];
}
