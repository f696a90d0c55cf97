import { AsyncLocalStorage } from "node:async_hooks";
import type { McpHandlerRequestOptions, ServerEvent } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { currentCaller, onAnswered, principalOf } from "../call/current-exchange.js";
import { FairShares } from "../fair-shares.js";
import type { ResourceSubscriptions } from "../subscriptions/resource-subscriptions.js";

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
export class ListenRequests {
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
