/** An MCP server, as in `mcpServers` of Gemini CLI's settings. It has a `command`, or a `url` or `httpUrl`. */
export interface McpServerSettings {
  /** A program that speaks MCP over standard input and output. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables of the program besides PATH, HOME, the language and the like. Values are used unchanged. */
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workspace, which is the default. */
  readonly cwd?: string;
  /** The address of a server that speaks HTTP or, if it supports only that, server-sent events. */
  readonly url?: string;
  /** The address of a server that speaks HTTP. */
  readonly httpUrl?: string;
  /** The transport of `url`: by default HTTP, and server-sent events if the server refuses that. */
  readonly type?: "http" | "sse";
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until a response times out. */
  readonly timeout?: number;
  /** True if calls run without confirmation. */
  readonly trust?: boolean;
  /** Only these of its tools, by the server's names. */
  readonly includeTools?: readonly string[];
  /** Except these; overrides `includeTools`. */
  readonly excludeTools?: readonly string[];
  readonly description?: string;
}
