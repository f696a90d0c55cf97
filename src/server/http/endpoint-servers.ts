import type { AuthInfo } from "@modelcontextprotocol/server";
import { hasScopedDocuments } from "../documents/document-scopes.js";
import type { ResourceSubscriptions } from "../documents/resource-subscriptions.js";
import type { ListChanges } from "../lists/list-changes.js";
import { offersWholeLists, parsedLists, readList, renderedLists } from "../lists/served-lists.js";
import { type Era, serverIdentity } from "../serve/server.js";
import { currentExchange } from "../state/current-exchange.js";
import type { ServerState } from "../state/server-state.js";
import { type ToolSelection, unknownInSelection } from "../tool-selection.js";
import type { ServedToolSource } from "../tool-source.js";
import type { HttpOptions } from "./http-options.js";
import { requestSelections, tooManyNames } from "./request-selections.js";
import { headerSchemas, ScopedServer } from "./scoped-server.js";

/** After a build, clients may be given the old version for so long. In milliseconds. */
const identityMs = 1000;

/** For so long, calls are compared with the headers that the old schemas name. In milliseconds. */
const listMs = 1000;

/** A request, or the first one of a session. */
interface Served {
  readonly era: Era;
  readonly requestInfo?: Request | undefined;
  readonly isLasting?: boolean;
}

/** A message that is answered without the SDK's transport. */
interface DirectMessage {
  readonly method: string;
  readonly selections: readonly ToolSelection[];
  readonly auth: AuthInfo | undefined;
}

/** Makes the server objects of an endpoint: one for each request, or one for each session. */
export interface EndpointServers {
  /** For a request that the SDK answers. */
  ofRequest(served: Served): ScopedServer;
  ofMessage(message: DirectMessage): ScopedServer;
  /** Why a request can't choose these tools; `undefined` if it can. */
  problemOf(selection: ToolSelection): string | undefined;
}

interface Endpoint {
  readonly options: HttpOptions;
  readonly state: ServerState;
  readonly changes: ListChanges;
  readonly subscriptions: ResourceSubscriptions;
}

export function endpointServers(source: ServedToolSource, { options, state, changes, subscriptions }: Endpoint): EndpointServers {
  const served = { options, state, lists: changes.watched(parsedLists(source, options)), changes, subscriptions };
  const servedAsBuilt = { ...served, lists: changes.watched(renderedLists) };
  const required = options.resource?.scopes ?? [];
  // Its version is a hash of the lists of tools, which takes longer than a request.
  const identity = cachedFor(identityMs, () => serverIdentity(source));
  const headers = cachedFor(listMs, () =>
    headerSchemas({ bytes: () => readList("tools canonical", source, options), parsed: () => served.lists.tools("canonical") }),
  );
  // Lists that a request or the scopes of a token filter are read, and those to which skills are added.
  const isAsBuilt = ({ selections, auth }: DirectMessage) =>
    selections.length === 0 &&
    source.skills === undefined &&
    offersWholeLists(options) &&
    (auth === undefined || !hasScopedDocuments(source));
  return {
    ofRequest: ({ era, requestInfo, isLasting = false }) => {
      const selections = requestInfo === undefined ? [] : selectionsOf(requestInfo);
      const sendJson = era === "modern" ? currentExchange()?.sendJson : undefined;
      const connection = { era, isLasting, selections, sendJson };
      return new ScopedServer(source, served, { identity: identity(), required, headers: headers(), ...connection });
    },
    ofMessage: (message) =>
      new ScopedServer(source, isAsBuilt(message) ? servedAsBuilt : served, {
        era: "legacy",
        // Only the answer to `initialize` has the version, and no header is compared with a schema.
        identity: message.method === "initialize" ? identity() : { name: source.server.name, version: "1.0.0" },
        required,
        headers: new Map(),
        selections: message.selections,
        method: message.method,
      }),
    problemOf: (selection) =>
      tooManyNames(selection) ??
      unknownInSelection(
        selection,
        served.lists.tools("canonical").map(({ name }) => name),
        source.groups(),
      ),
  };
}

const selectionsOf = ({ url, headers }: Request): readonly ToolSelection[] =>
  requestSelections({ url: new URL(url).pathname, headers: Object.fromEntries(headers) });

/** Returns a function that makes a value, and makes it again once it is older than a time in milliseconds. */
export function cachedFor<Value>(ms: number, make: () => Value): () => Value {
  let last: { readonly value: Value; readonly at: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > ms) last = { value: make(), at: now };
    return last.value;
  };
}
