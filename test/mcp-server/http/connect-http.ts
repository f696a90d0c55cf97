import { createRequire } from "node:module";
import { join } from "node:path";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { generatedTools } from "../../../src/mcp-server/generated-tools.js";
import type { HttpOptions, HttpServing } from "../../../src/mcp-server/http/http-options.js";
import { serveHttp } from "../../../src/mcp-server/http/serve-http.js";
import { patience } from "../../eventually.js";

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
  /** How the client's user answers. Without it the client has no elicitation. */
  readonly answer?: (message: string) => object;
}

export interface HttpClient {
  list(): Promise<readonly string[]>;
  call(name: string, args: object, signal?: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

const capabilitiesOf = ({ answer }: HttpClientOptions) => ({ capabilities: answer === undefined ? {} : { elicitation: { form: {} } } });
const self = { name: "toolgen-test", version: "1.0.0" };
const requestOf = ({ token }: HttpClientOptions) => ({
  requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
});

const textOf = (result: object) => {
  const { content, isError } = result as { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
  return { text: content.map(({ text }) => text).join(""), isError: isError === true };
};

async function connect1(options: HttpClientOptions): Promise<HttpClient> {
  const client = new Client1(self, capabilitiesOf(options));
  if (options.answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...options.answer?.(params.message) }) as never);
  await client.connect(new Http1(new URL(options.url), requestOf(options)) as never, patience);
  return closing({
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, signal) =>
      textOf(await client.callTool({ name, arguments: { ...args } }, undefined, { ...patience, ...(signal && { signal }) })),
    close: () => client.close(),
  });
}

const connect2 =
  (mode: "legacy" | { readonly pin: string }) =>
  async (options: HttpClientOptions): Promise<HttpClient> => {
    const client = new Client2(self, { ...capabilitiesOf(options), versionNegotiation: { mode } });
    if (options.answer)
      client.setRequestHandler("elicitation/create", async ({ params }) => ({ ...options.answer?.(params.message) }) as never);
    await client.connect(new Http2(new URL(options.url), requestOf(options)), patience);
    return closing({
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args, signal) =>
        textOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, ...(signal && { signal }) })),
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
