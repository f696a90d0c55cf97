import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { patience } from "../kit/eventually.js";

const self = { name: "toolgen-test", version: "1.0.0" };

/** The address of a server over HTTP, or the project of one that the client starts: its bundle, or what `args` say. */
export type ServerPlace = ({ readonly url: string } | StartedServer) & {
  /** How the client's user answers the server's questions. Without it the client has no elicitation. */
  readonly answer?: (request: Elicited) => object;
};

/** A question, as far as tests look at it. */
interface Elicited {
  readonly message: string;
  readonly requestedSchema?: unknown;
}

interface StartedServer {
  readonly cwd: string;
  readonly args?: readonly string[];
}

const started = ({ cwd, args = ["generated/mcp/server.cjs"] }: StartedServer) => ({
  command: process.execPath,
  args: [...args],
  cwd,
  stderr: "pipe" as const,
});

const capabilitiesOf = ({ answer }: ServerPlace) => (answer === undefined ? {} : { elicitation: { form: {} } });

async function connect2(place: ServerPlace, mode: "legacy" | { readonly pin: string }) {
  const client = new Client2(self, { versionNegotiation: { mode }, capabilities: capabilitiesOf(place) });
  if (place.answer) client.setRequestHandler("elicitation/create", async ({ params }) => place.answer?.(params) as never);
  await client.connect("url" in place ? new Http2(new URL(place.url)) : new Stdio2(started(place)), patience);
  return client;
}

/** The clients of both SDKs, with all their methods. */
const sdkClients = {
  "SDK 1": async (place: ServerPlace) => {
    const client = new Client1(self, { capabilities: capabilitiesOf(place) });
    if (place.answer) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => place.answer?.(params) as never);
    await client.connect(("url" in place ? new Http1(new URL(place.url)) : new Stdio1(started(place))) as never, patience);
    return client;
  },
  "SDK 2 as in 2025": (place: ServerPlace) => connect2(place, "legacy"),
  "SDK 2 as of 2026-07-28": (place: ServerPlace) => connect2(place, { pin: "2026-07-28" }),
} as const;

export type SdkClientName = keyof typeof sdkClients;
export const sdkClientNames = Object.keys(sdkClients) as readonly SdkClientName[];

type SdkClients = { readonly [Name in SdkClientName]: Awaited<ReturnType<(typeof sdkClients)[Name]>> };

/** Connects a client, which is closed after the test. */
export async function connectSdk<Name extends SdkClientName>(name: Name, place: ServerPlace): Promise<SdkClients[Name]> {
  const client = await sdkClients[name](place);
  onTestFinished(() => client.close().catch(() => {}));
  return client as SdkClients[Name];
}
