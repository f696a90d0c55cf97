/** An MCP server, as `mcpServers` of Gemini CLI's settings has it. It has a `command`, or a `url` or `httpUrl`. */
export interface McpServerSettings {
  /** A program that talks over standard input and output. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables of the program besides PATH, HOME, the language and the like. Values are used unchanged. */
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workspace, which is the default. */
  readonly cwd?: string;
  /** The address of a server that talks over HTTP, or, where it knows only that, over server-sent events. */
  readonly url?: string;
  /** The address of a server that talks over HTTP. */
  readonly httpUrl?: string;
  /** How `url` is talked to: by default as HTTP, and as server-sent events where the server refuses that. */
  readonly type?: "http" | "sse";
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that an answer may take. */
  readonly timeout?: number;
  /** True if calls run without confirmation. */
  readonly trust?: boolean;
  /** Only these of its tools, as the server calls them. */
  readonly includeTools?: readonly string[];
  /** Not these; goes before `includeTools`. */
  readonly excludeTools?: readonly string[];
  readonly description?: string;
}
