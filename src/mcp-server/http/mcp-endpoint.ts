import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { oneLine } from "../../runtime/text/one-line.js";
import { type HttpExchange, withExchange } from "../call/current-exchange.js";
import { ListChanges } from "../lists/list-changes.js";
import { printedList } from "../lists/served-lists.js";
import type { ToolSelection } from "../lists/tool-selection.js";
import type { ServerState } from "../server-state.js";
import { ResourceSubscriptions } from "../subscriptions/resource-subscriptions.js";
import type { ServedToolSource } from "../tool-source.js";
import { defaultMaxRequestBytes } from "../transport/read-messages.js";
import { answerBySdk, type ReadRequest } from "./answer-by-sdk.js";
import { answerDirectly, directRequest, type PrintMessage } from "./answer-directly.js";
import { answerError } from "./answer-error.js";
import { bearerAuthentication } from "./authenticate.js";
import { BodyBudget } from "./body-budget.js";
import { type EndpointServers, endpointServers } from "./endpoint-servers.js";
import { httpExchange } from "./http-exchange.js";
import type { HttpOptions } from "./http-options.js";
import { readRequestBody } from "./read-request-body.js";
import { requestSelections } from "./request-selections.js";
import { type SdkEndpoint, sdkEndpoint } from "./sdk-endpoint.js";

/** The MCP endpoint of an HTTP server. */
export interface McpEndpoint {
  /** Answers a request that the server lets through. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends running calls and sessions. */
  close(): Promise<void>;
}

/** Serves each request by a server object of its own, or with `--sessions` those of a session by one. */
export function mcpEndpoint(source: ServedToolSource, options: HttpOptions, state: ServerState): McpEndpoint {
  const changes = new ListChanges(source, options);
  const subscriptions = new ResourceSubscriptions(source, options);
  const servers = endpointServers(source, { options, state, changes, subscriptions });
  const maxRequestBodySize = source.server.maxRequestBytes ?? defaultMaxRequestBytes;
  const onerror = (error: Error) => options.log(oneLine(error.message).slice(0, 500));
  const sdk = sdkEndpoint(servers, {
    ...{ hasSessions: options.hasSessions, maxRequestBodySize, changes, subscriptions, onerror },
    countSession: (seconds) => state.telemetry?.countSession({ transport: "tcp", seconds }),
  });
  const print: PrintMessage = (message) => printedList(message, source, options) ?? [JSON.stringify(message)];
  const answerMessage = messageAnswer({ servers, sdk, print });
  const admit = admission(options, new BodyBudget(maxRequestBodySize));
  return {
    answer: async (request, response) => {
      const admitted = await admit(request, response);
      if (admitted === undefined) return;
      const selections = requestSelections(request);
      const wrong = selections.map(servers.problemOf).find((problem) => problem !== undefined);
      if (wrong !== undefined) return answerError(response, { status: 400, message: wrong });
      const exchange = httpExchange(request, response);
      await withExchange(exchange, async () => {
        try {
          const body = await readRequestBody(request, maxRequestBodySize);
          if (body === undefined) answerError(response, tooLarge(maxRequestBodySize));
          else if (!body.isUtf8) answerError(response, notUtf8);
          else await answerMessage({ request, response, auth: admitted.auth, body }, selections, exchange);
        } catch (error) {
          onerror(error instanceof Error ? error : new Error(String(error)));
          if (!response.headersSent) answerError(response, failed);
        }
      });
    },
    close: async () => {
      changes.close();
      subscriptions.close();
      await sdk.close();
    },
  };
}

/** Answers a request that is refused before its body is read, and returns `undefined` then. Otherwise, who sent it. */
function admission({ tokens: verifier, resource, log }: HttpOptions, bodies: BodyBudget) {
  const authenticate = verifier && bearerAuthentication({ verifier, resource, log });
  return async (request: IncomingMessage, response: ServerResponse): Promise<{ readonly auth: AuthInfo | undefined } | undefined> => {
    // The web's objects of the SDK throw at others, such as TRACE.
    if (!methods.has(request.method ?? "")) return void answerError(response, wrongMethod);
    const auth = await authenticate?.(request, response);
    if (authenticate !== undefined && auth === undefined) return undefined;
    // It may have closed meanwhile, and doesn't say so again.
    if (request.socket.destroyed) return undefined;
    // Only now: strangers take no room from callers.
    if (!bodies.admit(request, response)) return void answerError(response, busy);
    return { auth };
  };
}

interface MessageAnswer {
  readonly servers: EndpointServers;
  readonly sdk: SdkEndpoint;
  readonly print: PrintMessage;
}

/** A usual request of a client without a session is answered directly, and any other by the SDK. */
function messageAnswer({ servers, sdk, print }: MessageAnswer) {
  return async (read: ReadRequest, selections: readonly ToolSelection[], { signal }: HttpExchange): Promise<void> => {
    const { request, response, auth, body } = read;
    const message = sdk.sessions === undefined ? directRequest(request, body.json) : undefined;
    if (message === undefined) return answerBySdk(sdk.fetch, read, signal);
    const server = servers.ofMessage({ method: message.method, selections, auth });
    // The SDK asks for a token with the scopes.
    if (server.lacksScopes({ request: message, ...(auth && { authInfo: auth }) })) return answerBySdk(sdk.fetch, read, signal);
    return answerDirectly(server, { message, response, auth }, print);
  };
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
