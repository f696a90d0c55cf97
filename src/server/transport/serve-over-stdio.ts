import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { oneLine } from "../../contract/display-text.js";
import { ClientRoots } from "../call/client-roots.js";
import { ResourceSubscriptions } from "../documents/resource-subscriptions.js";
import { StdioListening } from "../documents/stdio-listening.js";
import { ListChanges } from "../lists/list-changes.js";
import { offersWholeLists, parsedLists, printedList, renderedLists } from "../lists/served-lists.js";
import { prepareOptions } from "../serve/prepare-options.js";
import { createServer, type Era } from "../serve/server.js";
import type { Pipes, ServerOptions, ServeTools } from "../server-options.js";
import { createServerState, type ServerState } from "../state/server-state.js";
import { endTelemetry } from "../telemetry/telemetry.js";
import type { ServedToolSource } from "../tool-source.js";
import type { RequestId } from "./message-scanner.js";
import { defaultMaxRequestBytes } from "./read-messages.js";
import { ServerTransport } from "./server-transport.js";

export const serveOverStdio: ServeTools = (source, given, pipes) =>
  new Promise((resolve) => {
    const prepared = prepareOptions(source, given);
    const roots = prepared.roots === undefined ? undefined : new ClientRoots({ allowed: prepared.roots, own: prepared.workspace });
    const options = roots?.optionsWithRoot(prepared) ?? prepared;
    const state = createServerState(options);
    const changes = new ListChanges(source, options);
    const end = sessionOverStdio(state, resolve);
    const subscriptions = new ResourceSubscriptions(source, options);
    const listening = new StdioListening(subscriptions, changes, roots);
    const onClosed = () => {
      changes.close();
      subscriptions.close();
      end();
    };
    const transport = new ToolsTransport(source, pipes, { options, onClosed, listening });
    const lists = changes.watched(offersWholeLists(options) ? renderedLists : parsedLists(source, options));
    const served = { options, state, lists, changes, subscriptions, roots };
    const serve = ({ era }: { readonly era: Era }) => {
      const made = createServer(source, served, { era, isLasting: true });
      transport.serving = era === "legacy" ? made : undefined;
      return listening.of(made.server);
    };
    serveStdio(serve, {
      transport,
      onerror: ({ message }) => options.log(logLine(message)),
    });
  });

interface TransportOptions {
  readonly options: ServerOptions;
  readonly onClosed: () => void;
  readonly listening: StdioListening;
}

/** The server of a connection whose client begins with `initialize`. */
type Serving = Pick<ReturnType<typeof createServer>, "calls"> & { readonly server: Pick<Server, "getClientVersion"> };

/**
 * Writes a list as it was rendered at build time, or as the user's settings filter it. Usual calls of a client that has
 * begun are answered without the SDK.
 */
class ToolsTransport extends ServerTransport {
  serving: Serving | undefined;
  readonly #source: ServedToolSource;
  readonly #options: ServerOptions;
  readonly #onClosed: () => void;
  readonly #listening: StdioListening;
  readonly #messages = { send: (message: JSONRPCMessage) => this.send(message) };

  constructor(source: ServedToolSource, pipes: Pipes, { options, onClosed, listening }: TransportOptions) {
    super({ ...pipes, maxRequestBytes: source.server.maxRequestBytes ?? defaultMaxRequestBytes });
    this.#source = source;
    this.#options = options;
    this.#onClosed = onClosed;
    this.#listening = listening;
  }

  protected override print(message: JSONRPCMessage): void {
    if ("method" in message && message.method === "notifications/subscriptions/acknowledged") this.#listening.begin(message.params);
    const list = printedList(message, this.#source, this.#options);
    if (list === undefined) super.print(message);
    else this.write(...list, "\n");
  }

  protected override answered(message: JSONRPCMessage): boolean {
    return this.serving?.server.getClientVersion() !== undefined && this.serving.calls.take(message, this.#messages);
  }

  protected override cancelled(id: RequestId, reason: unknown): void {
    this.#listening.end(id);
    this.serving?.calls.cancel(id, reason);
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}

const logLine = (text: string) => oneLine(text).slice(0, 500);

/** Returns what to do once the client has gone: with telemetry, that of its running calls is sent before the end. */
function sessionOverStdio({ telemetry, calls }: ServerState, end: () => void): () => void {
  if (telemetry === undefined) return end;
  const since = performance.now();
  return () => {
    telemetry.countSession({ transport: "pipe", seconds: (performance.now() - since) / 1000 });
    void calls
      .close()
      .then(() => endTelemetry(telemetry))
      .then(end);
  };
}
