import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { patience } from "../kit/eventually.js";

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

/** A client that is connected to a server which it started itself. */
export interface Session {
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

/** The command of a server, and the folder that it is started in. */
export interface ServerCommand {
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The client's name for itself. */
  readonly name?: string;
  /** How the client's user answers the server's questions. Without it the client has no elicitation. */
  readonly answer?: (message: string, schema?: unknown) => Promise<object>;
}

const schemaIn = (params: object) => ("requestedSchema" in params ? params.requestedSchema : undefined);
const selfOf = ({ name = "toolgen-test" }: ServerCommand) => ({ name, version: "1.0.0" });

function transportOptions({ command = process.execPath, args, cwd, env: own }: ServerCommand) {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Full outputs of cut results go to TMPDIR.
  return { command, args: [...args], cwd, env: { ...Object.fromEntries(env), TMPDIR: cwd, ...own }, stderr: "pipe" as const };
}

const capabilitiesOf = ({ answer }: ServerCommand) => ({ capabilities: answer === undefined ? {} : { elicitation: { form: {} } } });

/** The client that today's agents embed: it begins with `initialize` and speaks revisions of up to 2025-11-25. */
async function connect1(command: ServerCommand): Promise<Session> {
  const transport = new Stdio1(transportOptions(command));
  const said = listen(transport.stderr);
  const client = new Client1(selfOf(command), capabilitiesOf(command));
  if (command.answer)
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => ({ ...(await command.answer?.(params.message, schemaIn(params))) }) as never,
    );
  await client.connect(transport, patience);
  return {
    pid: transport.pid ?? 0,
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

function connect2(mode: "legacy" | { readonly pin: string }) {
  return async (command: ServerCommand): Promise<Session> => {
    const transport = new Stdio2(transportOptions(command));
    const said = listen(transport.stderr);
    const client = new Client2(selfOf(command), { ...capabilitiesOf(command), versionNegotiation: { mode } });
    if (command.answer)
      client.setRequestHandler(
        "elicitation/create",
        async ({ params }) => ({ ...(await command.answer?.(params.message, schemaIn(params))) }) as never,
      );
    await client.connect(transport, patience);
    return {
      pid: transport.pid ?? 0,
      server: client.getServerVersion(),
      list: async () => (await client.listTools()).tools,
      call: async (name, args, signal) => {
        return answerOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, ...(signal && { signal }) }));
      },
      result: async (name, args) => {
        await client.listTools();
        return client.callTool({ name, arguments: { ...args } });
      },
      watch: async (name, args, onprogress) =>
        answerOf(await client.callTool({ name, arguments: { ...args } }, { ...patience, onprogress })),
      said,
      close: () => client.close(),
    };
  };
}

/** Every kind of client that a server must serve. */
export const clients = {
  "SDK 1": connect1,
  "SDK 2 as in 2025": connect2("legacy"),
  "SDK 2 as of 2026-07-28": connect2({ pin: "2026-07-28" }),
} as const;

function listen(stream: { on(event: "data", listener: (chunk: Buffer) => void): unknown } | null): () => string {
  let text = "";
  stream?.on("data", (chunk) => {
    text += chunk.toString();
  });
  return () => text;
}

function answerOf(result: { readonly [key: string]: unknown }): CallAnswer {
  const content = Array.isArray(result.content) ? result.content : [];
  const [block, ...more] = content as readonly { readonly type?: unknown; readonly text?: unknown }[];
  if (block?.type !== "text" || typeof block.text !== "string" || more.length > 0)
    throw new Error(`no single text in ${JSON.stringify(result)}`);
  return { text: block.text, isError: result.isError === true };
}
