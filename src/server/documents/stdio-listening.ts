import { type Server, SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../contract/json-value.js";
import type { ClientRoots } from "../call/client-roots.js";
import type { ListChanges } from "../lists/list-changes.js";
import type { RequestId } from "../transport/message-scanner.js";
import type { ResourceSubscriptions } from "./resource-subscriptions.js";
import { sendUpdated } from "./serve-subscriptions.js";

/**
 * The open `subscriptions/listen` of a client on standard input and output. The SDK answers them, and passes on what
 * they ask for of the changes that the server sends.
 */
export class StdioListening {
  readonly #subscriptions: ResourceSubscriptions;
  readonly #changes: ListChanges;
  readonly #roots: Pick<ClientRoots, "ownProblem"> | undefined;
  readonly #stops = new Map<RequestId, () => void>();
  #server: Server | undefined;

  constructor(subscriptions: ResourceSubscriptions, changes: ListChanges, roots?: Pick<ClientRoots, "ownProblem">) {
    this.#subscriptions = subscriptions;
    this.#changes = changes;
    this.#roots = roots;
  }

  /** The server that changes are sent by. */
  of(server: Server): Server {
    this.#server = server;
    return server;
  }

  /** Begins to watch, before the client learns that its subscription is active. */
  begin(acknowledged: unknown): void {
    this.#changes.watch();
    const { notifications, _meta: meta } = isJsonObject(acknowledged) ? acknowledged : {};
    const id = isJsonObject(meta) ? meta[SUBSCRIPTION_ID_META_KEY] : undefined;
    const uris = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if ((typeof id !== "string" && typeof id !== "number") || !Array.isArray(uris)) return;
    // Clients of this revision aren't asked for roots, and there is no answer for a single resource.
    if (this.#roots?.ownProblem() !== undefined) return;
    const onUpdated = (uri: string) => this.#server && sendUpdated(this.#server, uri);
    const named = [...new Set(uris.filter((uri): uri is string => typeof uri === "string"))];
    this.#stops.set(id, this.#subscriptions.followSome(named.map((uri) => ({ uri, principal: "", onUpdated: () => onUpdated(uri) }))));
  }

  /** Ends the subscription of a request that the client has cancelled, if it is one. */
  end(id: RequestId): void {
    this.#stops.get(id)?.();
    this.#stops.delete(id);
  }
}
