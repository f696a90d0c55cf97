import type { JsonObject } from "../../contract/json-value.js";
import { unlessAborted } from "../../contract/time-limit.js";
import type { ConnectOptions } from "../connect.js";
import { allPages, ForgottenSessionError, type McpConnection, type McpRequest, type McpServerSettings } from "../mcp-connection.js";
import type { Lifetime } from "../registry/lifetime.js";
import type { ToolEnvironment } from "../tool/tool-invocation.js";
import { type HeaderParameter, type McpTool, type McpToolList, parameterHeaders, readTools } from "./read-tools.js";

export interface McpServerOptions {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly environment: ToolEnvironment;
  readonly connectMs: number;
  readonly callMs: number;
  readonly lifetime: Lifetime;
  /** Called when the server's tools have changed. */
  readonly onToolsChanged: () => void;
  readonly ask: ConnectOptions["ask"];
  /** Called if a server ends unexpectedly, with the known reasons. */
  readonly onLost: (diagnosis: string) => void;
}

/** A tool's declaration has changed since the call was made. */
export class ChangedToolError extends Error {
  override readonly name = "ChangedToolError";
}

/** A connection with the declarations that the server has sent over it. */
interface Session {
  readonly connection: McpConnection;
  readonly firstList: McpToolList;
  /** The hashes of its tools in the last declaration, by the server's names. */
  declared: ReadonlyMap<string, string>;
  /** The parameters that calls repeat in headers, by the names of its tools. */
  headers: ReadonlyMap<string, readonly HeaderParameter[]>;
}

/** One server of `mcpServers`: connected on first use, and again on the next use after it ended. */
export class McpServer {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly #options: McpServerOptions;
  /** Shared by all callers that need the server: a caller that gives up doesn't end it. */
  #session: Promise<Session> | undefined;
  /** Callers that wait for the list are notified when it ends. */
  #isListing = false;

  constructor(options: McpServerOptions) {
    this.name = options.name;
    this.settings = options.settings;
    this.#options = options;
  }

  /** All pages of `tools/list`. Rejects with the reason of a failure, for people; the server is then ended. */
  async listTools(): Promise<McpToolList> {
    const isFirst = this.#session === undefined;
    const shared = this.#start();
    const session = await shared;
    if (isFirst) return session.firstList;
    this.#isListing = true;
    try {
      const limit = AbortSignal.timeout(this.#startMs);
      const list = await this.#options.lifetime.run(undefined, (signal) => this.#list(session.connection, signal, limit));
      ({ declared: session.declared, headers: session.headers } = declarationsOf(list));
      return list;
    } catch (error) {
      this.#forget(shared);
      if (error instanceof ForgottenSessionError) return (await this.#start()).firstList;
      throw error;
    } finally {
      this.#isListing = false;
    }
  }

  /**
   * Rejects as a request does, and with a `ChangedToolError` if the server declares another tool by this name than the
   * expected one, also after a restart. A caller that aborts a call while the server starts ends only that call. The
   * time limit of a call begins when the server runs. If the server has forgotten the session, the call is made again,
   * once.
   */
  async callTool(
    { name, declared }: Pick<McpTool, "name" | "declared">,
    args: JsonObject,
    { signal, onProgress }: Pick<McpRequest, "signal" | "onProgress">,
  ): Promise<unknown> {
    signal.throwIfAborted();
    return this.#withSession(signal, async (session) => {
      if ((session.declared.get(name) ?? declared) !== declared) throw new ChangedToolError(name);
      const timeoutMs = this.settings.timeout ?? this.#options.callMs;
      const headers = parameterHeaders(session.headers.get(name) ?? [], args);
      const request = { method: "tools/call", params: { name, arguments: args }, signal, timeoutMs, headers };
      return session.connection.request(onProgress === undefined ? request : { ...request, onProgress });
    });
  }

  /** Resolves when the server and everything that it started are gone. */
  async close(): Promise<void> {
    const shared = this.#session;
    this.#session = undefined;
    const session = await shared?.catch(() => undefined);
    await session?.connection.close();
  }

  /** The limit for connecting and the first list together. */
  get #startMs(): number {
    return Math.min(this.settings.timeout ?? Number.POSITIVE_INFINITY, this.#options.connectMs);
  }

  async #withSession(signal: AbortSignal, call: (session: Session) => Promise<unknown>): Promise<unknown> {
    const shared = this.#restart();
    const session = await unlessAborted(shared, signal);
    try {
      return await call(session);
    } catch (error) {
      if (!(error instanceof ForgottenSessionError)) throw error;
      if (this.#forget(shared)) this.#endLater(() => session.connection.close());
      signal.throwIfAborted();
      return call(await unlessAborted(this.#restart(), signal));
    }
  }

  /** Starts a server that isn't connected, whose tools may be others now. */
  #restart(): Promise<Session> {
    const isRestart = this.#session === undefined;
    const shared = this.#start();
    if (isRestart) shared.then(this.#options.onToolsChanged, () => {});
    return shared;
  }

  #start(): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    const shared = this.#options.lifetime.run(undefined, (signal) => this.#startAnew(signal));
    this.#session = shared;
    shared.then(
      ({ connection }) => connection.closed.then(() => this.#hasClosed(shared, connection)),
      () => this.#forget(shared),
    );
    return shared;
  }

  async #startAnew(signal: AbortSignal): Promise<Session> {
    const { settings, environment, onToolsChanged, ask } = this.#options;
    const timeoutMs = this.#startMs;
    const limit = AbortSignal.timeout(timeoutMs);
    // The SDK takes a tenth of a second to load, so only registries with servers load it.
    const { connect } = await import("../connect.js");
    const onClosing = (close: () => Promise<void>) => this.#endLater(close);
    const connection = await connect({ settings, environment, signal, timeoutMs, onToolsChanged, ask, onClosing });
    const firstList = await this.#list(connection, signal, limit);
    return { connection, firstList, ...declarationsOf(firstList) };
  }

  /** Ends the server if it doesn't list its tools. */
  async #list(connection: McpConnection, signal: AbortSignal, limit: AbortSignal): Promise<McpToolList> {
    const timeoutMs = this.#startMs;
    try {
      return readTools(await allPages(connection, AbortSignal.any([signal, limit]), timeoutMs), connection);
    } catch (error) {
      this.#endLater(() => connection.close());
      if (signal.aborted || !limit.aborted) throw error;
      throw new Error(`It did not list its tools within ${timeoutMs / 1000} s. ${connection.diagnosis()}`.trim());
    }
  }

  /** Only closing the registry waits for it. */
  #endLater(close: () => Promise<void>): void {
    void this.#options.lifetime.run(undefined, () => close().catch(() => {}));
  }

  #hasClosed(shared: Promise<Session>, connection: McpConnection): void {
    if (this.#forget(shared) && !this.#isListing) this.#options.onLost(connection.diagnosis());
  }

  /** Returns true if it was the current session. There may already be a new one. */
  #forget(shared: Promise<Session>): boolean {
    if (this.#session !== shared) return false;
    this.#session = undefined;
    return true;
  }
}

const declarationsOf = ({ tools }: McpToolList): Pick<Session, "declared" | "headers"> => ({
  declared: new Map(tools.map(({ name, declared }) => [name, declared])),
  headers: new Map(tools.map(({ name, headers }) => [name, headers])),
});
