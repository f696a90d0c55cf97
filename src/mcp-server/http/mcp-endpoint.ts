import type { IncomingMessage, ServerResponse } from "node:http";
import { type AuthInfo, createMcpHandler, isLegacyRequest, type McpHttpHandler, type ServerEvent } from "@modelcontextprotocol/server";
import { oneLine } from "../../runtime/text/one-line.js";
import { currentExchange, type HttpExchange, withExchange } from "../call/call-signal.js";
import { hasScopedDocuments } from "../documents/document-scopes.js";
import { ListChanges } from "../lists/list-changes.js";
import { parsedLists } from "../lists/parsed-lists.js";
import { offersWholeLists, printedList, renderedLists } from "../lists/rendered-lists.js";
import { readList } from "../lists/served-lists.js";
import { type ToolSelection, unknownInSelection } from "../lists/tool-selection.js";
import { type Era, serverIdentity } from "../server.js";
import type { ServerState } from "../server-state.js";
import { ResourceSubscriptions } from "../subscriptions/resource-subscriptions.js";
import type { ServedToolSource } from "../tool-source.js";
import { defaultMaxRequestBytes } from "../transport/read-messages.js";
import { answerBySdk, type ReadRequest } from "./answer-by-sdk.js";
import { answerDirectly, directRequest } from "./answer-directly.js";
import { answerError } from "./answer-error.js";
import { answerModern, isModern } from "./answer-modern.js";
import { bearerAuthentication } from "./authenticate.js";
import { BodyBudget } from "./body-budget.js";
import { cachedFor } from "./cached-for.js";
import type { PrintMessage } from "./event-transport.js";
import { headerSchemas } from "./header-schemas.js";
import { httpExchange } from "./http-exchange.js";
import type { HttpOptions } from "./http-options.js";
import { ListenRequests, maxListening } from "./listen-requests.js";
import { readRequestBody } from "./read-request-body.js";
import { requestSelections, tooManyNames } from "./request-selections.js";
import { ScopedServer } from "./scoped-server.js";
import { Sessions } from "./sessions.js";

/** The MCP endpoint of an HTTP server. */
export interface McpEndpoint {
  /** Answers a request that the server lets through. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends running calls and sessions. */
  close(): Promise<void>;
}

/** After a build, clients may be given the old version for so long. In milliseconds. */
const identityMs = 1000;

/** For so long, calls are compared with the headers that the old schemas name. In milliseconds. */
const listMs = 1000;

/** Serves each request by a server object of its own, or with `--sessions` those of a session by one. */
export function mcpEndpoint(source: ServedToolSource, options: HttpOptions, state: ServerState): McpEndpoint {
  const changes = new ListChanges(source, options);
  const subscriptions = new ResourceSubscriptions(source, options);
  const served = { options, state, lists: changes.watched(parsedLists(source, options)), changes, subscriptions };
  // Lists that a request or the scopes of a token filter are read.
  const isAsBuilt = (selections: readonly ToolSelection[], auth: AuthInfo | undefined) =>
    selections.length === 0 && offersWholeLists(options) && (auth === undefined || !hasScopedDocuments(source));
  const servedAsBuilt = { ...served, lists: changes.watched(renderedLists) };
  // Its version is a hash of the lists of tools, which takes longer than a request.
  const identity = cachedFor(identityMs, () => serverIdentity(source));
  const headers = cachedFor(listMs, () =>
    headerSchemas({ bytes: () => readList("tools canonical", source, options), parsed: () => served.lists.tools("canonical") }),
  );
  const required = options.resource?.scopes ?? [];
  const serverOf = ({ era, requestInfo, isLasting = false }: Served) => {
    const selections = requestInfo === undefined ? [] : selectionsOf(requestInfo);
    const sendJson = era === "modern" ? currentExchange()?.sendJson : undefined;
    const connection = { era, isLasting, selections, sendJson };
    return new ScopedServer(source, served, { identity: identity(), required, headers: headers(), ...connection });
  };
  // Only the answer to `initialize` has the version, and no header is compared with a schema.
  const directServer = (method: string, selections: readonly ToolSelection[], auth: AuthInfo | undefined) =>
    new ScopedServer(source, isAsBuilt(selections, auth) ? servedAsBuilt : served, {
      era: "legacy",
      identity: method === "initialize" ? identity() : { name: source.server.name, version: "1.0.0" },
      required,
      headers: new Map(),
      selections,
      method,
    });
  const onerror = (error: Error) => options.log(oneLine(error.message).slice(0, 500));
  const maxRequestBodySize = source.server.maxRequestBytes ?? defaultMaxRequestBytes;
  const listening = new ListenRequests(subscriptions);
  const subscribe = (listener: (event: ServerEvent) => void) => {
    const stops = [changes.listen(listener), listening.listen(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const handler = createMcpHandler(serverOf, {
    legacy: options.hasSessions ? "reject" : "stateless",
    maxRequestBodySize,
    onerror,
    bus: { publish: (event) => changes.publish(event), subscribe },
    maxSubscriptions: maxListening.ofAll,
  });
  const countSession = (seconds: number) => state.telemetry?.countSession({ transport: "tcp", seconds });
  const sessions = options.hasSessions
    ? new Sessions((requestInfo) => serverOf({ era: "legacy", requestInfo, isLasting: true }), {
        maxBytes: maxRequestBodySize,
        onEnd: countSession,
      })
    : undefined;
  const fetch: McpHttpHandler["fetch"] = async (request, given) =>
    sessions !== undefined && (await isLegacyRequest(request, given?.parsedBody, { maxRequestBodySize }))
      ? sessions.fetch(request, given)
      : listening.answer(request, given, handler.fetch);
  const handling = { onerror, maxRequestBodySize };
  const print: PrintMessage = (message) => printedList(message, source, options) ?? [JSON.stringify(message)];
  const answer = async (read: ReadRequest, selections: readonly ToolSelection[], exchange: HttpExchange): Promise<void> => {
    const { request, response, auth, body } = read;
    const message = sessions === undefined ? directRequest(request, body.json) : undefined;
    if (message === undefined) return isModern(read) ? answerModern(fetch, read, exchange) : answerBySdk(fetch, read, handling);
    const server = directServer(message.method, selections, auth);
    return server.lacksScopes({ request: message, ...(auth && { authInfo: auth }) })
      ? answerBySdk(fetch, read, handling)
      : answerDirectly(server, { message, response, auth }, print);
  };
  const bodies = new BodyBudget(maxRequestBodySize);
  const { tokens: verifier, resource, log } = options;
  const authenticate = verifier && bearerAuthentication({ verifier, resource, log });
  const wrongIn = (selection: ToolSelection) =>
    tooManyNames(selection) ??
    unknownInSelection(
      selection,
      served.lists.tools("canonical").map(({ name }) => name),
      source.groups(),
    );
  return {
    answer: async (request, response) => {
      // The web's objects of the SDK throw at others, such as TRACE.
      if (!methods.has(request.method ?? "")) return answerError(response, wrongMethod);
      const auth = await authenticate?.(request, response);
      if (authenticate !== undefined && auth === undefined) return;
      // It may have closed meanwhile, and doesn't say so again.
      if (request.socket.destroyed) return;
      // Only now: strangers take no room from callers.
      if (!bodies.admit(request, response)) return answerError(response, busy);
      const selections = requestSelections(request);
      const wrong = selections.map(wrongIn).find((problem) => problem !== undefined);
      if (wrong !== undefined) return answerError(response, { status: 400, message: wrong });
      const exchange = httpExchange(request, response);
      await withExchange(exchange, async () => {
        try {
          const body = await readRequestBody(request, maxRequestBodySize);
          if (body === undefined) answerError(response, tooLarge(maxRequestBodySize));
          else if (!body.isUtf8) answerError(response, notUtf8);
          else await answer({ request, response, auth, body }, selections, exchange);
        } catch (error) {
          onerror(error instanceof Error ? error : new Error(String(error)));
          if (!response.headersSent) answerError(response, failed);
        }
      });
    },
    close: async () => {
      changes.close();
      subscriptions.close();
      await handler.close();
      await sessions?.close();
    },
  };
}

/** A request, or the first one of a session. */
interface Served {
  readonly era: Era;
  readonly requestInfo?: Request | undefined;
  readonly isLasting?: boolean;
}

const tooLarge = (maxBytes: number) => ({
  status: 413,
  message: `Payload Too Large: Request body must not exceed ${maxBytes} bytes`,
  headers: { connection: "close" },
});

/** A client of 2025 begins, follows and ends a session by these. */
const methods = new Set(["POST", "GET", "DELETE"]);

const wrongMethod = { status: 405, message: "Send messages with POST.", headers: { allow: "POST", connection: "close" } };

const notUtf8 = { status: 400, code: -32700, message: "The message is not UTF-8. Encode it as UTF-8 and send it again." };

const failed = { status: 500, code: -32603, message: "Internal server error" };

const busy = { status: 503, message: "The server holds too many requests. Send this one again later.", headers: { "retry-after": "1" } };

const selectionsOf = ({ url, headers }: Request): readonly ToolSelection[] =>
  requestSelections({ url: new URL(url).pathname, headers: Object.fromEntries(headers) });
