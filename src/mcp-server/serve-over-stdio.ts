import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { oneLine } from "../runtime/text/one-line.js";
import { ListChanges } from "./list-changes.js";
import { parsedLists } from "./parsed-lists.js";
import { prepareOptions } from "./prepare-options.js";
import { defaultMaxRequestBytes } from "./read-messages.js";
import { offersAllTools, printedList, renderedLists } from "./rendered-lists.js";
import type { Pipes, ServerOptions, ServeTools } from "./serve-tools.js";
import { createServer } from "./server.js";
import { createServerState } from "./server-state.js";
import { ServerTransport } from "./server-transport.js";
import { sessionOverStdio } from "./telemetry/session-over-stdio.js";
import type { ServedToolSource } from "./tool-source.js";

export const serveOverStdio: ServeTools = (source, given, pipes) =>
  new Promise((resolve) => {
    const options = prepareOptions(source, given);
    const state = createServerState(options);
    const changes = new ListChanges(source, options);
    const end = sessionOverStdio(state, resolve);
    const onClosed = () => {
      changes.close();
      end();
    };
    const transport = new ToolsTransport(source, pipes, { options, onClosed, onSubscribed: () => changes.watch() });
    const lists = changes.watched(offersAllTools(options) ? renderedLists : parsedLists(source, options));
    const served = { options, state, lists, changes };
    serveStdio(({ era }) => createServer(source, served, { era, isLasting: true }), {
      transport,
      onerror: ({ message }) => options.log(logLine(message)),
    });
  });

interface TransportOptions {
  readonly options: ServerOptions;
  readonly onClosed: () => void;
  /** Called before a client learns that its subscription is active. */
  readonly onSubscribed: () => void;
}

/** Writes a list as it was rendered at build time, or as the user's settings filter it. */
class ToolsTransport extends ServerTransport {
  readonly #source: ServedToolSource;
  readonly #options: ServerOptions;
  readonly #onClosed: () => void;
  readonly #onSubscribed: () => void;

  constructor(source: ServedToolSource, pipes: Pipes, { options, onClosed, onSubscribed }: TransportOptions) {
    super({ ...pipes, maxRequestBytes: source.server.maxRequestBytes ?? defaultMaxRequestBytes });
    this.#source = source;
    this.#options = options;
    this.#onClosed = onClosed;
    this.#onSubscribed = onSubscribed;
  }

  protected override print(message: JSONRPCMessage): void {
    if ("method" in message && message.method === "notifications/subscriptions/acknowledged") this.#onSubscribed();
    const list = printedList(message, this.#source, this.#options);
    if (list === undefined) super.print(message);
    else this.write(...list, "\n");
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}

const logLine = (text: string) => oneLine(text).slice(0, 500);
