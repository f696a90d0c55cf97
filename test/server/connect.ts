import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { patience } from "../kit/eventually.js";
import { onLines, type ServedHere, servedHere } from "./raw-server.js";

/** A tool as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: object | undefined;
}

/** The result of a call: the text of its only block, and whether it is an error. */
export interface CallAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A client that is connected to a server of its own. */
export interface Session {
  /** The process of the server. */
  readonly pid: number;
  readonly server: { readonly name: string; readonly version: string } | undefined;
  list(): Promise<readonly ListedTool[]>;
  call(name: string, args: object, signal?: AbortSignal): Promise<CallAnswer>;
  /** The whole result. Lists the tools first, for a client checks structured content by the schema that it has seen. */
  result(name: string, args: object): Promise<object>;
  /** The same, telling what the server says of its progress as it comes. */
  watch(name: string, args: object, onprogress: (told: Progress) => void): Promise<CallAnswer>;
  /** The server's standard error so far. */
  said(): string;
  close(): Promise<void>;
}

/** A message about a call that is under way. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A client's name for itself, and how its user answers. */
interface ClientOptions {
  /** The client's name for itself. */
  readonly name?: string;
  /** How the client's user answers the server's questions. Without it the client has no elicitation. */
  readonly answer?: (message: string, schema?: unknown) => Promise<object>;
}

/** The command of a server, and the folder that it is started in. */
export interface ServerCommand extends ClientOptions {
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server in this process, by the arguments of the bundle. */
export type ServerHere = ServedHere & ClientOptions;

const schemaIn = (params: object) => ("requestedSchema" in params ? params.requestedSchema : undefined);
const selfOf = ({ name = "toolgen-test" }: ClientOptions) => ({ name, version: "1.0.0" });

function transportOptions({ command = process.execPath, args, cwd, env: own }: ServerCommand) {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Full outputs of cut results go to TMPDIR.
  return { command, args: [...args], cwd, env: { ...Object.fromEntries(env), TMPDIR: cwd, ...own }, stderr: "pipe" as const };
}

const capabilitiesOf = ({ answer }: { readonly answer?: unknown }) => ({
  capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
});

/** The way to a server, and what is known of it. */
interface Way<Transport> {
  readonly transport: Transport;
  pid(): number;
  said(): string;
}

/** The client that today's agents embed: it begins with `initialize` and speaks revisions of up to 2025-11-25. */
async function session1(options: ClientOptions, { transport, pid, said }: Way<object>): Promise<Session> {
  const client = new Client1(selfOf(options), capabilitiesOf(options));
  if (options.answer)
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => ({ ...(await options.answer?.(params.message, schemaIn(params))) }) as never,
    );
  await client.connect(transport as never, patience);
  return {
    pid: pid(),
    server: client.getServerVersion(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const result = await client.callTool({ name, arguments: { ...args } }, undefined, { ...patience, ...(signal && { signal }) });
      return answerOf(result);
    },
    result: async (name, args) => {
      await client.listTools();
      return client.callTool({ name, arguments: { ...args } });
    },
    watch: async (name, args, onprogress) =>
      answerOf(await client.callTool({ name, arguments: { ...args } }, undefined, { ...patience, onprogress })),
    said,
    close: () => client.close(),
  };
}

type Mode = "legacy" | { readonly pin: string };

async function session2(mode: Mode, options: ClientOptions, { transport, pid, said }: Way<object>): Promise<Session> {
  const client = new Client2(selfOf(options), { ...capabilitiesOf(options), versionNegotiation: { mode } });
  if (options.answer)
    client.setRequestHandler(
      "elicitation/create",
      async ({ params }) => ({ ...(await options.answer?.(params.message, schemaIn(params))) }) as never,
    );
  await client.connect(transport as never, patience);
  return {
    pid: pid(),
    server: client.getServerVersion(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      return answerOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, ...(signal && { signal }) }));
    },
    result: async (name, args) => {
      await client.listTools();
      return client.callTool({ name, arguments: { ...args } });
    },
    watch: async (name, args, onprogress) => answerOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, onprogress })),
    said,
    close: () => client.close(),
  };
}

const modes = { "SDK 2 as in 2025": "legacy", "SDK 2 as of 2026-07-28": { pin: "2026-07-28" } } as const;

function startedBy<Transport extends Stdio1 | Stdio2>(transport: Transport): Way<Transport> {
  let text = "";
  transport.stderr?.on("data", (chunk) => {
    text += chunk.toString();
  });
  return { transport, pid: () => transport.pid ?? 0, said: () => text };
}

const start2 = (mode: Mode) => (command: ServerCommand) => session2(mode, command, startedBy(new Stdio2(transportOptions(command))));

/** Every kind of client that a server must serve. Each starts a process. */
export const clients = {
  "SDK 1": (command: ServerCommand) => session1(command, startedBy(new Stdio1(transportOptions(command)))),
  "SDK 2 as in 2025": start2(modes["SDK 2 as in 2025"]),
  "SDK 2 as of 2026-07-28": start2(modes["SDK 2 as of 2026-07-28"]),
} as const;

/** The transport of a client to a server in this process, by which either SDK sends lines as over standard streams. */
export class HereTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: object) => void;
  readonly #server: ReturnType<typeof servedHere>;
  #isStarted = false;

  constructor(options: ServedHere) {
    this.#server = servedHere(options);
    this.#server.gone.catch((error) => this.onerror?.(error));
  }

  async start(): Promise<void> {
    // SDK 2 asks for the revision before the client has the transport, and then starts it again.
    if (this.#isStarted) return;
    this.#isStarted = true;
    onLines(this.#server.output, (line) => this.onmessage?.(JSON.parse(line)));
    this.#server.output.on("end", () => this.onclose?.());
  }

  async send(message: object): Promise<void> {
    this.#server.input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#server.input.end();
    await this.#server.gone.catch(() => {});
    this.onclose?.();
  }

  readonly said = () => this.#server.said();
}

function here(options: ServedHere): Way<HereTransport> {
  const transport = new HereTransport(options);
  return { transport, pid: () => process.pid, said: transport.said };
}

/** The same kinds of clients, of servers in this process. */
export const clientsHere = {
  "SDK 1": (options: ServerHere) => session1(options, here(options)),
  "SDK 2 as in 2025": (options: ServerHere) => session2(modes["SDK 2 as in 2025"], options, here(options)),
  "SDK 2 as of 2026-07-28": (options: ServerHere) => session2(modes["SDK 2 as of 2026-07-28"], options, here(options)),
} as const;

function answerOf(result: { readonly [key: string]: unknown }): CallAnswer {
  const content = Array.isArray(result.content) ? result.content : [];
  const [block, ...more] = content as readonly { readonly type?: unknown; readonly text?: unknown }[];
  if (block?.type !== "text" || typeof block.text !== "string" || more.length > 0)
    throw new Error(`no single text in ${JSON.stringify(result)}`);
  return { text: block.text, isError: result.isError === true };
}

/**
 * The address of a server over HTTP, a server in this process by the arguments of its bundle, or the program of one that
 * the client starts.
 */
export type ServerPlace = ({ readonly url: string } | ServedHere | StartedServer) & {
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
  readonly program: readonly string[];
}

const self = selfOf({});
const started = ({ cwd, program }: StartedServer) => ({
  command: process.execPath,
  args: [...program],
  cwd,
  stderr: "pipe" as const,
});

async function sdk2(place: ServerPlace, mode: Mode) {
  const client = new Client2(self, { versionNegotiation: { mode }, ...capabilitiesOf(place) });
  if (place.answer) client.setRequestHandler("elicitation/create", async ({ params }) => place.answer?.(params) as never);
  const transport =
    "url" in place ? new Http2(new URL(place.url)) : "program" in place ? new Stdio2(started(place)) : new HereTransport(place);
  await client.connect(transport as never, patience);
  return client;
}

/** The clients of both SDKs, with all their methods. */
const sdkClients = {
  "SDK 1": async (place: ServerPlace) => {
    const client = new Client1(self, capabilitiesOf(place));
    if (place.answer) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => place.answer?.(params) as never);
    const transport =
      "url" in place ? new Http1(new URL(place.url)) : "program" in place ? new Stdio1(started(place)) : new HereTransport(place);
    await client.connect(transport as never, patience);
    return client;
  },
  "SDK 2 as in 2025": (place: ServerPlace) => sdk2(place, modes["SDK 2 as in 2025"]),
  "SDK 2 as of 2026-07-28": (place: ServerPlace) => sdk2(place, modes["SDK 2 as of 2026-07-28"]),
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
