import type { JsonObject } from "../../json.js";
import type { Surroundings } from "../../tool/surroundings.js";
import { unlessAborted } from "../../unless-aborted.js";
import type { Lifetime } from "../lifetime.js";
import type { McpConnection, McpRequest } from "./mcp-connection.js";
import type { McpServerSettings } from "./mcp-server-settings.js";
import { type McpTool, type McpToolList, readTools } from "./read-tools.js";

export interface McpServerOptions {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly surroundings: Surroundings;
  readonly connectMs: number;
  readonly callMs: number;
  readonly lifetime: Lifetime;
  /** Is told that the server has other tools now. */
  readonly onToolsChanged: () => void;
  /** Is told of a server that ended though nobody has ended it: what is known of why. */
  readonly onLost: (diagnosis: string) => void;
}

const mostPages = 1000;

/** A tool says something else of itself than when the call was made. */
export class ChangedToolError extends Error {
  override readonly name = "ChangedToolError";
}

/** One server of `mcpServers`: connected to when it is first needed, and again when it is needed after it ended. */
export class McpServer {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly #options: McpServerOptions;
  #connecting: Promise<McpConnection> | undefined;
  #connection: McpConnection | undefined;
  /** Who waits for the list is told of its end. */
  #isListing = false;
  /** The marks of its tools as it last told of them, by its own names. */
  #declared: ReadonlyMap<string, string> = new Map();

  constructor(options: McpServerOptions) {
    this.name = options.name;
    this.settings = options.settings;
    this.#options = options;
  }

  /** All pages of `tools/list`. Rejects with why there is no list, for people; the server is ended then. */
  async listTools(signal: AbortSignal): Promise<McpToolList> {
    const timeoutMs = Math.min(this.settings.timeout ?? Number.POSITIVE_INFINITY, this.#options.connectMs);
    const limit = AbortSignal.timeout(timeoutMs);
    const connection = await this.#connect(timeoutMs);
    this.#isListing = true;
    try {
      const list = readTools(await allPages(connection, AbortSignal.any([signal, limit]), timeoutMs));
      this.#declared = new Map(list.tools.map(({ name, declared }) => [name, declared]));
      return list;
    } catch (error) {
      this.#endLater(() => this.close());
      if (signal.aborted || !limit.aborted) throw error;
      throw new Error(`It did not list its tools within ${timeoutMs / 1000} s. ${connection.diagnosis()}`.trim());
    } finally {
      this.#isListing = false;
    }
  }

  /**
   * Rejects as a request does, and with a `ChangedToolError` where the server tells of another tool by this name than the one that is meant: also one that has ended
   * and is started again. The time limit of a call begins when the server is there.
   */
  async callTool(
    { name, declared }: Pick<McpTool, "name" | "declared">,
    args: JsonObject,
    { signal, onProgress }: Pick<McpRequest, "signal" | "onProgress">,
  ): Promise<unknown> {
    if (this.#connecting === undefined) {
      await this.listTools(signal);
      this.#options.onToolsChanged();
    }
    const connection = await unlessAborted(this.#connect(this.#options.connectMs), signal);
    if ((this.#declared.get(name) ?? declared) !== declared) throw new ChangedToolError(name);
    const timeoutMs = this.settings.timeout ?? this.#options.callMs;
    const request = { method: "tools/call", params: { name, arguments: args }, signal, timeoutMs };
    return connection.request(onProgress === undefined ? request : { ...request, onProgress });
  }

  /** Resolves when the server and all that it started is gone. */
  async close(): Promise<void> {
    const connection = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    this.#connection = undefined;
    await connection?.close();
  }

  #connect(timeoutMs: number): Promise<McpConnection> {
    this.#connecting ??= this.#options.lifetime.run(undefined, (signal) => this.#connectAnew(signal, timeoutMs));
    return this.#connecting;
  }

  async #connectAnew(signal: AbortSignal, timeoutMs: number): Promise<McpConnection> {
    const { settings, surroundings, onToolsChanged } = this.#options;
    try {
      // The SDK takes a tenth of a second to load: only whoever has servers pays for it.
      const { connect } = await import("./connect.js");
      const onClosing = (close: () => Promise<void>) => this.#endLater(close);
      const connection = await connect({ settings, surroundings, signal, timeoutMs, onToolsChanged, onClosing });
      this.#connection = connection;
      connection.closed.then(() => this.#hasClosed(connection));
      return connection;
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  /** Nobody waits for it but the end of the registry. */
  #endLater(close: () => Promise<void>): void {
    void this.#options.lifetime.run(undefined, () => close().catch(() => {}));
  }

  #hasClosed(connection: McpConnection): void {
    if (this.#connection !== connection) return;
    this.#connecting = undefined;
    this.#connection = undefined;
    if (!this.#isListing) this.#options.onLost(connection.diagnosis());
  }
}

async function allPages(connection: McpConnection, signal: AbortSignal, timeoutMs: number): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  if (!connection.hasTools) return tools;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = Object(await connection.request({ method: "tools/list", params, signal, timeoutMs }));
    if (Array.isArray(result.tools)) tools.push(...result.tools);
    if (typeof result.nextCursor !== "string" || result.nextCursor === cursor) return tools;
    cursor = result.nextCursor;
  }
  throw new Error(`Its list of tools has more than ${mostPages} pages.`);
}
