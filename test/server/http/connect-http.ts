import { createRequire } from "node:module";
import { join } from "node:path";
import {
  Client as Client2,
  ClientCredentialsProvider as Credentials2,
  StreamableHTTPClientTransport as Http2,
} from "@modelcontextprotocol/client";
import { ClientCredentialsProvider as Credentials1 } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import type { HttpOptions, HttpServing } from "../../../src/server/http/http-options.js";
import { serveHttp } from "../../../src/server/http/serve-http.js";
import { generatedTools } from "../../../src/server/serve/generated-tools.js";
import { patience } from "../../kit/eventually.js";

/** A server of a built project that ends with the test. */
export async function servedOverHttp(
  project: string,
  more: Partial<HttpOptions> = {},
): Promise<HttpServing & { readonly logged: string[] }> {
  const logged: string[] = [];
  const source = generatedTools({ folder: join(project, "generated/mcp"), require: createRequire(import.meta.url) });
  const serving = await serveHttp(source, {
    workspace: project,
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: project },
    log: (line) => logged.push(line),
    address: { host: "127.0.0.1", port: 0 },
    allowedHosts: [],
    hasSessions: false,
    ...more,
  });
  onTestFinished(() => serving.close(0).catch(() => {}));
  return { ...serving, logged };
}

export interface HttpClientOptions {
  readonly url: string;
  readonly token?: string;
  /** The authorization server that the client may log in to, with credentials of its own. */
  readonly issuer?: string;
  /** A user's login, in place of credentials of the client's own. */
  readonly login?: UserLogin;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the client's user answers. Without it the client has no elicitation. */
  readonly answer?: (message: string) => object;
}

export interface HttpClient {
  list(): Promise<readonly string[]>;
  call(name: string, args: object, signal?: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Ends a login: the authorization server has sent the user back with this code. */
  finishLogin(code: string): Promise<void>;
  close(): Promise<void>;
}

const capabilitiesOf = ({ answer }: HttpClientOptions) => ({ capabilities: answer === undefined ? {} : { elicitation: { form: {} } } });
const self = { name: "toolgen-test", version: "1.0.0" };
const requestOf = ({ token, headers = {} }: HttpClientOptions) => ({
  requestInit: { headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) } },
});

interface UserTokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly issuer?: string;
}

/** Keeps a user's token. The user's browser would be sent to an authorization server; here, that is only noted. */
export class UserLogin {
  readonly redirectUrl = "http://127.0.0.1/callback";
  readonly clientMetadata = { redirect_uris: [this.redirectUrl] };
  /** The scopes that the user was asked for, login by login. */
  readonly asked: string[] = [];
  readonly #issuer: string;
  #tokens: UserTokens;
  #found: never | undefined;

  constructor(token: string, issuer: string) {
    this.#issuer = issuer;
    this.#tokens = { access_token: token, token_type: "Bearer", issuer };
  }

  readonly clientInformation = () => ({ client_id: "test", issuer: this.#issuer });
  readonly tokens = () => this.#tokens;
  readonly saveTokens = (tokens: UserTokens) => {
    this.#tokens = tokens;
  };
  // Both SDKs have a type of their own for what they find out about the server.
  readonly saveDiscoveryState = (found: unknown) => {
    this.#found = found as never;
  };
  readonly discoveryState = () => this.#found;
  readonly redirectToAuthorization = (url: URL) => void this.asked.push(url.searchParams.get("scope") ?? "");
  readonly saveCodeVerifier = () => {};
  readonly codeVerifier = () => "verifier";
}

const credentials = { clientId: "test", clientSecret: "secret" };

const textOf = (result: object) => {
  const { content, isError } = result as { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
  return { text: content.map(({ text }) => text).join(""), isError: isError === true };
};

async function connect1(options: HttpClientOptions): Promise<HttpClient> {
  const client = new Client1(self, capabilitiesOf(options));
  if (options.answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...options.answer?.(params.message) }) as never);
  const login =
    options.login ?? (options.issuer === undefined ? undefined : new Credentials1({ ...credentials, expectedIssuer: options.issuer }));
  const transport = new Http1(new URL(options.url), { ...requestOf(options), ...(login && { authProvider: login }) });
  await client.connect(transport as never, patience);
  return closing({
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, signal) =>
      textOf(await client.callTool({ name, arguments: { ...args } }, undefined, { ...patience, ...(signal && { signal }) })),
    finishLogin: (code) => transport.finishAuth(code),
    close: () => client.close(),
  });
}

const connect2 =
  (mode: "legacy" | { readonly pin: string }) =>
  async (options: HttpClientOptions): Promise<HttpClient> => {
    const client = new Client2(self, { ...capabilitiesOf(options), versionNegotiation: { mode } });
    if (options.answer)
      client.setRequestHandler("elicitation/create", async ({ params }) => ({ ...options.answer?.(params.message) }) as never);
    const { issuer, login = issuer && new Credentials2({ ...credentials, expectedIssuer: issuer }) } = options;
    const transport = new Http2(new URL(options.url), { ...requestOf(options), ...(login && { authProvider: login }) });
    await client.connect(transport, patience);
    return closing({
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args, signal) =>
        textOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, ...(signal && { signal }) })),
      finishLogin: (code) => transport.finishAuth(code),
      close: () => client.close(),
    });
  };

function closing(client: HttpClient): HttpClient {
  onTestFinished(() => client.close().catch(() => {}));
  return client;
}

/** Every kind of client that a server must serve. */
export const httpClients = {
  "SDK 1": connect1,
  "SDK 2 as in 2025": connect2("legacy"),
  "SDK 2 as of 2026-07-28": connect2({ pin: "2026-07-28" }),
} as const;
