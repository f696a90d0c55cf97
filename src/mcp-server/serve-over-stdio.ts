import type { JSONRPCMessage, JSONRPCResultResponse } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { oneLine } from "../runtime/text/one-line.js";
import { ListChanges } from "./list-changes.js";
import type { RequestId } from "./message-scanner.js";
import { parsedLists } from "./parsed-lists.js";
import { prepareOptions } from "./prepare-options.js";
import { defaultMaxRequestBytes } from "./read-messages.js";
import type { Pipes, ServerOptions, ServeTools } from "./serve-tools.js";
import { type ListName, listNames, readList, type ServedLists } from "./served-lists.js";
import { createServer, type Era } from "./server.js";
import { createServerState } from "./server-state.js";
import { ServerTransport } from "./server-transport.js";
import { ResourceSubscriptions } from "./subscriptions/resource-subscriptions.js";
import { StdioListening } from "./subscriptions/stdio-listening.js";
import { sessionOverStdio } from "./telemetry/session-over-stdio.js";
import type { ServedToolSource } from "./tool-source.js";

export const serveOverStdio: ServeTools = (source, given, pipes) =>
  new Promise((resolve) => {
    const options = prepareOptions(source, given);
    const state = createServerState(options);
    const changes = new ListChanges(source, options);
    const end = sessionOverStdio(state, resolve);
    const subscriptions = new ResourceSubscriptions(source, options);
    const listening = new StdioListening(subscriptions, changes);
    const onClosed = () => {
      changes.close();
      subscriptions.close();
      end();
    };
    const transport = new ToolsTransport(source, pipes, { options, onClosed, listening });
    const lists = changes.watched(options.select === undefined && options.search !== true ? renderedLists : parsedLists(source, options));
    const served = { options, state, lists, changes, subscriptions };
    const serve = ({ era }: { readonly era: Era }) => listening.of(createServer(source, served, { era, isLasting: true }));
    serveStdio(serve, {
      transport,
      onerror: ({ message }) => options.log(logLine(message)),
    });
  });

/**
 * Stand for the rendered lists in an answer until the transport puts them in: going through the SDK they would be
 * parsed, copied and written again.
 */
const rendered = {
  "tools canonical": [],
  "tools open": [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
} satisfies Readonly<Record<ListName, readonly never[]>>;

const renderedLists: ServedLists = {
  tools: (form) => rendered[`tools ${form}`],
  prompts: () => rendered.prompts,
  resources: () => rendered.resources,
  resourceTemplates: () => rendered.resourceTemplates,
};

interface TransportOptions {
  readonly options: ServerOptions;
  readonly onClosed: () => void;
  readonly listening: StdioListening;
}

/** Writes a list as it was rendered at build time, or as the user's settings filter it. */
class ToolsTransport extends ServerTransport {
  readonly #source: ServedToolSource;
  readonly #options: ServerOptions;
  readonly #onClosed: () => void;
  readonly #listening: StdioListening;

  constructor(source: ServedToolSource, pipes: Pipes, { options, onClosed, listening }: TransportOptions) {
    super({ ...pipes, maxRequestBytes: source.server.maxRequestBytes ?? defaultMaxRequestBytes });
    this.#source = source;
    this.#options = options;
    this.#onClosed = onClosed;
    this.#listening = listening;
  }

  protected override print(message: JSONRPCMessage): void {
    if ("method" in message && message.method === "notifications/subscriptions/acknowledged") this.#listening.begin(message.params);
    const found = "result" in message ? findRendered(message.result) : undefined;
    if ("result" in message && found !== undefined) this.#printList(message, found);
    else super.print(message);
  }

  protected override cancelled(id: RequestId): void {
    this.#listening.end(id);
  }

  #printList({ result, ...envelope }: JSONRPCResultResponse, { key, name }: RenderedList): void {
    let list: Uint8Array;
    try {
      list = readList(name, this.#source, this.#options);
    } catch (error) {
      const text = `The list of ${key} could not be read. Run 'toolgen build'. (${error instanceof Error ? error.message : String(error)})`;
      super.print({ ...envelope, error: { code: -32603, message: text } });
      return;
    }
    const { [key]: _, ...rest } = result;
    this.write(`${inside(envelope)},"result":${inside({ ...rest })}${Object.keys(rest).length > 0 ? "," : ""}"${key}":`, list, "}}\n");
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}

interface RenderedList {
  /** The key of the result that has the list. */
  readonly key: string;
  readonly name: ListName;
}

function findRendered(result: JSONRPCResultResponse["result"]): RenderedList | undefined {
  for (const [key, value] of Object.entries(result)) {
    const name = listNames.find((candidate) => rendered[candidate] === value);
    if (name !== undefined) return { key, name };
  }
  return undefined;
}

/** A JSON object without its last brace, to be continued. */
const inside = (value: object) => JSON.stringify(value).slice(0, -1);

const logLine = (text: string) => oneLine(text).slice(0, 500);
