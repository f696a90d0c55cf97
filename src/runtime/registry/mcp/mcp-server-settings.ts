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
  /** The client with which `toolgen login` logs in at a server over HTTP. */
  readonly oauth?: McpOAuthSettings;
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

/** The client that logs in, if it isn't registered at the login. No secret is written here. */
export interface McpOAuthSettings {
  /** A client that the user registered at the authorization server. */
  readonly clientId?: string;
  /** The name of the environment variable that holds its secret. */
  readonly clientSecretEnv?: string;
  /** Or the absolute path of a file with its secret. */
  readonly clientSecretFile?: string;
  /**
   * `client_credentials` for a program without a user: the client gets tokens with its secret or its private key,
   * without a login.
   */
  readonly grant?: "client_credentials";
  /** The authorization server at which that client is registered. Its secret is sent to no other. */
  readonly issuer?: string;
  /**
   * With that grant, the absolute path of a PEM file with the private key with which the client signs
   * (`private_key_jwt`).
   */
  readonly privateKeyFile?: string;
  /** How that key signs, such as `PS256`. By default RS256, the algorithm of the key's curve, or EdDSA. */
  readonly algorithm?: string;
  /** The HTTPS address of a client ID metadata document, which is used where the authorization server supports them. */
  readonly clientMetadataUrl?: string;
  /** Asked for in the place of those that the server names. */
  readonly scopes?: readonly string[];
  /** The port of the redirect address, for clients that are registered with one. By default a free one. */
  readonly redirectPort?: number;
}
