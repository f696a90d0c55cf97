import type { JSONRPCMessage, JSONRPCResultResponse, ListToolsResult } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { oneLine } from "../runtime/text/one-line.js";
import { filterToolList } from "./filter-tool-list.js";
import { prepareOptions } from "./prepare-options.js";
import { defaultMaxRequestBytes } from "./read-messages.js";
import type { Pipes, ServerOptions, ServeTools } from "./serve-tools.js";
import { createServer } from "./server.js";
import { createServerState } from "./server-state.js";
import { ServerTransport } from "./server-transport.js";
import type { SchemaForm, ServedToolSource } from "./tool-source.js";

export const serveOverStdio: ServeTools = (source, given, pipes) =>
  new Promise((resolve) => {
    const options = prepareOptions(source, given);
    const transport = new ToolsTransport(source, pipes, { options, onClosed: resolve });
    const served = { options, state: createServerState(options), listTools: (form: SchemaForm) => renderedTools[form] };
    serveStdio(({ era }) => createServer(source, served, era), {
      transport,
      onerror: ({ message }) => options.log(logLine(message)),
    });
  });

/**
 * Stand for the rendered tools in an answer to `tools/list` until the transport puts them in: going through the SDK
 * they would be parsed, copied and written again.
 */
const renderedTools: Readonly<Record<SchemaForm, ListToolsResult["tools"]>> = { canonical: [], open: [] };

interface TransportMeans {
  readonly options: ServerOptions;
  readonly onClosed: () => void;
}

/** Writes the answer to `tools/list` as it was rendered at build time, or as the user's settings filter it. */
class ToolsTransport extends ServerTransport {
  readonly #source: ServedToolSource;
  readonly #options: ServerOptions;
  readonly #onClosed: () => void;

  constructor(source: ServedToolSource, pipes: Pipes, { options, onClosed }: TransportMeans) {
    super({ ...pipes, maxRequestBytes: source.server.maxRequestBytes ?? defaultMaxRequestBytes });
    this.#source = source;
    this.#options = options;
    this.#onClosed = onClosed;
  }

  protected override print(message: JSONRPCMessage): void {
    const form = "result" in message ? renderedForm(message.result.tools) : undefined;
    if ("result" in message && form !== undefined) this.#printList(message, form);
    else super.print(message);
  }

  #printList({ result, ...envelope }: JSONRPCResultResponse, form: SchemaForm): void {
    let tools: Uint8Array;
    try {
      tools = filterToolList(this.#source, this.#options, form);
    } catch (error) {
      const text = `The list of tools could not be read. Run 'toolgen build'. (${error instanceof Error ? error.message : String(error)})`;
      super.print({ ...envelope, error: { code: -32603, message: text } });
      return;
    }
    const { tools: _, ...rest } = result;
    this.write(`${inside(envelope)},"result":${inside({ ...rest })}${Object.keys(rest).length > 0 ? "," : ""}"tools":`, tools, "}}\n");
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}

const renderedForm = (tools: unknown): SchemaForm | undefined =>
  (["canonical", "open"] as const).find((form) => renderedTools[form] === tools);

/** A JSON object without its last brace, to be continued. */
const inside = (value: object) => JSON.stringify(value).slice(0, -1);

const logLine = (text: string) => oneLine(text).slice(0, 500);
