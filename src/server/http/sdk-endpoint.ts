import { AsyncLocalStorage } from "node:async_hooks";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type ServerEvent,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import type { ResourceSubscriptions } from "../documents/resource-subscriptions.js";
import type { ListChanges } from "../lists/list-changes.js";
import { currentCaller, onAnswered, principalOf } from "../state/current-exchange.js";
import { FairShares } from "../state/fair-shares.js";
import type { EndpointServers } from "./endpoint-servers.js";
import { Sessions } from "./sessions.js";

/** The part of an endpoint that the SDK answers. */
export interface SdkEndpoint {
  readonly fetch: McpHttpHandler["fetch"];
  /** Undefined without sessions. */
  readonly sessions: Sessions | undefined;
  close(): Promise<void>;
}

interface SdkEndpointOptions {
  readonly hasSessions: boolean;
  readonly maxRequestBodySize: number;
  readonly changes: ListChanges;
  readonly subscriptions: ResourceSubscriptions;
  onerror(error: Error): void;
  /** Counts a session when it ends. */
  countSession(seconds: number): void;
}

export function sdkEndpoint(servers: EndpointServers, options: SdkEndpointOptions): SdkEndpoint {
  const { hasSessions, maxRequestBodySize, changes, subscriptions, onerror, countSession } = options;
  const listening = new ListenRequests(subscriptions);
  const subscribe = (listener: (event: ServerEvent) => void) => {
    const stops = [changes.listen(listener), listening.listen(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const handler = createMcpHandler(servers.ofRequest, {
    legacy: hasSessions ? "reject" : "stateless",
    maxRequestBodySize,
    onerror,
    bus: { publish: (event) => changes.publish(event), subscribe },
    maxSubscriptions: maxListening.ofAll,
  });
  const sessions = hasSessions
    ? new Sessions((requestInfo) => servers.ofRequest({ era: "legacy", requestInfo, isLasting: true }), {
        maxBytes: maxRequestBodySize,
        onEnd: countSession,
      })
    : undefined;
  return {
    sessions,
    fetch: async (request, given) =>
      sessions !== undefined && (await isLegacyRequest(request, given?.parsedBody, { maxRequestBodySize }))
        ? sessions.fetch(request, given)
        : listening.answer(request, given, handler.fetch),
    close: async () => {
      await handler.close();
      await sessions?.close();
    },
  };
}

/** How many `subscriptions/listen` may be open, together and of one caller. The SDK has the limit for all, too. */
export const maxListening = { ofAll: 1024, ofOne: 128 };

/** The most resources that one request names. */
const maxUris = 512;

interface ListenRequest {
  readonly principal: string;
  readonly scopes: readonly string[] | undefined;
  readonly uris: readonly string[];
  onOpened(): void;
  readonly release: () => void;
}

type Answer = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;

/**
 * The open `subscriptions/listen` of revision 2026-07-28 over HTTP. The SDK keeps their streams, but knows neither
 * their callers nor the files of their resources.
 */
class ListenRequests {
  readonly #subscriptions: ResourceSubscriptions;
  readonly #shares = new FairShares(maxListening);
  readonly #current = new AsyncLocalStorage<ListenRequest>();

  constructor(subscriptions: ResourceSubscriptions) {
    this.#subscriptions = subscriptions;
  }

  /** Answers a request. One that listens is refused if its caller has too many of them. */
  async answer(request: Request, options: McpHandlerRequestOptions | undefined, answer: Answer): Promise<Response> {
    // The SDK refuses requests whose header doesn't name their method.
    if (request.headers.get("mcp-method") !== "subscriptions/listen") return answer(request, options);
    // A body that isn't JSON is refused by the SDK, too.
    const message = isJsonObject(options?.parsedBody) ? options.parsedBody : {};
    const principal = principalOf(options?.authInfo);
    const release = this.#shares.hold(currentCaller(principal), 1);
    const uris = urisIn(message);
    if (release === undefined) return refused(message, "Too many subscriptions are open. End one first.");
    if (uris.length > maxUris) {
      release();
      return refused(message, `A subscription can name at most ${maxUris} resources.`);
    }
    let isOpened = false;
    const onOpened = () => {
      isOpened = true;
    };
    try {
      return await this.#current.run({ principal, scopes: options?.authInfo?.scopes, uris, onOpened, release }, () =>
        answer(request, options),
      );
    } finally {
      if (!isOpened) release();
    }
  }

  /** Passes events of the request that is being answered on, until the returned function is called. */
  listen(listener: (event: ServerEvent) => void): () => void {
    const request = this.#current.getStore();
    if (request === undefined) return () => {};
    const { principal, scopes, uris, onOpened, release } = request;
    onOpened();
    const followings = [...new Set(uris)].map((uri) => ({
      uri,
      principal,
      scopes,
      onUpdated: () => listener({ kind: "resource_updated", uri }),
    }));
    const stop = this.#subscriptions.followSome(followings);
    let isOpen = true;
    const end = () => {
      if (isOpen) stop();
      isOpen = false;
      release();
    };
    // The stream doesn't always hear of a connection that closed.
    onAnswered(end);
    return end;
  }
}

function urisIn({ params }: JsonObject): readonly string[] {
  const notifications = isJsonObject(params) ? params.notifications : undefined;
  const uris = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === "string") : [];
}

const refused = ({ id = null }: JsonObject, message: string) =>
  Response.json({ jsonrpc: "2.0", id, error: { code: -32603, message } }, { status: 200 });
