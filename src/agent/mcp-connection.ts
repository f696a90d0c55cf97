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

/** Returns true for HTTPS, and for HTTP on loopback if the MCP server is there too. */
export const isSecure = (url: URL, server: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url) && isLoopback(server));

const isLoopback = ({ hostname }: URL) =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);

/** A server over HTTP doesn't know the session any more, so it has run nothing. The caller closes the connection. */
export class ForgottenSessionError extends Error {
  override readonly name = "ForgottenSessionError";
}

/** A connected server, as an interface without the SDK's types. */
export interface McpConnection {
  /** Resolves when the connection has ended for any reason. */
  readonly closed: Promise<void>;
  /** True if the server declares that it has tools. */
  readonly hasTools: boolean;
  /** True if calls repeat parameters in headers: over HTTP, since 2026-07-28. */
  readonly hasParameterHeaders: boolean;
  /** Rejects with the known reasons of a failure, for people, and with the signal's reason when aborted. */
  request(request: McpRequest): Promise<unknown>;
  /** Returns sentences about the server's state; empty if nothing is known. */
  diagnosis(): string;
  /** Resolves when the server and everything that it started are gone. */
  close(): Promise<void>;
}

export interface McpRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Sent with the request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: McpProgress) => void;
}

export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The progress of a call, as it is shown: the server's own words, if it has any. */
export const progressText = ({ message, progress, total }: McpProgress): string =>
  message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);

const mostPages = 1000;
const mostTools = 100_000;
/** The longest list of several pages, as JSON. A page is a message, which has a limit of its own. */
const mostLength = 64 << 20;

/** All pages of `tools/list`, as the server sent them. */
export async function allPages(connection: McpConnection, signal: AbortSignal, timeoutMs: number): Promise<readonly unknown[]> {
  if (!connection.hasTools) return [];
  const tools: unknown[] = [];
  let cursor: string | undefined;
  let length = 0;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = Object(await connection.request({ method: "tools/list", params, signal, timeoutMs }));
    const listed: readonly unknown[] = Array.isArray(result.tools) ? result.tools : [];
    for (const tool of listed) tools.push(tool);
    if (tools.length > mostTools) throw new Error(`Its list has more than ${mostTools} tools.`);
    if (typeof result.nextCursor !== "string" || result.nextCursor === cursor) return tools;
    cursor = result.nextCursor;
    length += listed.reduce<number>((sum, tool) => sum + lengthOf(tool), 0);
    if (length > mostLength) throw new Error("Its list of tools has more than 64 MiB.");
  }
  throw new Error(`Its list of tools has more than ${mostPages} pages.`);
}

/** A tool that is nested too deeply to be written counts as nothing: it is left out later. */
function lengthOf(tool: unknown): number {
  try {
    return JSON.stringify(tool).length;
  } catch {
    return 0;
  }
}
