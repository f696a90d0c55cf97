import type { IncomingMessage, ServerResponse } from "node:http";
import { oneLine } from "../../contract/display-text.js";
import { ResourceSubscriptions } from "../documents/resource-subscriptions.js";
import { ListChanges } from "../lists/list-changes.js";
import { printedList } from "../lists/served-lists.js";
import { printMessage } from "../protocol-result.js";
import { type HttpExchange, withExchange } from "../state/current-exchange.js";
import { refusedDiscovery } from "../state/known-clients.js";
import type { ServerState } from "../state/server-state.js";
import type { ServedToolSource } from "../tool-source.js";
import { defaultMaxRequestBytes } from "../transport/read-messages.js";
import { admission, comesTooLate, ending, type RequestPacing } from "./admission.js";
import { answerBySdk, type ReadRequest } from "./answer-by-sdk.js";
import { answerDirectly, directRequest, type PrintMessage } from "./answer-directly.js";
import { endpointServers } from "./endpoint-servers.js";
import { answerError, httpExchange, readRequestBody } from "./http-exchange.js";
import type { HttpOptions } from "./http-options.js";
import { requestSelections } from "./request-selections.js";
import { sdkEndpoint } from "./sdk-endpoint.js";

/** The MCP endpoint of an HTTP server. */
export interface McpEndpoint {
  /** Answers a request that the server lets through. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends running calls and sessions. */
  close(): Promise<void>;
}

/**
 * Serves each request by a server object of its own, or with `--sessions` those of a session by one. A request is
 * admitted by its headers, names tools, is read, and is answered: directly if it is usual, otherwise by the SDK.
 */
export function mcpEndpoint(
  source: ServedToolSource,
  options: HttpOptions,
  { state, pacing }: { readonly state: ServerState; readonly pacing: RequestPacing },
): McpEndpoint {
  const changes = new ListChanges(source, options);
  const subscriptions = new ResourceSubscriptions(source, options);
  const servers = endpointServers(source, { options, state, changes, subscriptions });
  const maxBodyBytes = source.server.maxRequestBytes ?? defaultMaxRequestBytes;
  const onerror = (error: Error) => options.log(oneLine(error.message).slice(0, 500));
  const sdk = sdkEndpoint(servers, {
    ...{ hasSessions: options.hasSessions, maxRequestBodySize: maxBodyBytes, changes, subscriptions, onerror },
    countSession: (seconds) => state.telemetry?.countSession({ transport: "tcp", seconds }),
  });
  const print: PrintMessage = (message) => printedList(message, source, options) ?? [printMessage(message)];
  const admit = admission(options, maxBodyBytes);

  const answerAdmitted = async ({ request, response, auth }: AdmittedRequest, exchange: HttpExchange): Promise<void> => {
    const selections = requestSelections(request);
    const problem = selections.map(servers.problemOf).find((one) => one !== undefined);
    if (problem !== undefined) return answerError(response, { status: 400, message: problem });
    const body = await readRequestBody(request, maxBodyBytes);
    if (body === undefined) return answerError(response, tooLarge(maxBodyBytes));
    if (!body.isUtf8) return answerError(response, notUtf8);
    await pacing.next();
    if (comesTooLate(request, state.calls)) return answerError(response, ending);
    const refused = refusedDiscovery(body.json);
    if (refused !== undefined) return exchange.sendJson(JSON.stringify(refused));
    const read = { request, response, auth, body };
    const message = sdk.sessions === undefined ? directRequest(request, body.json) : undefined;
    if (message === undefined) return answerBySdk(sdk.fetch, read, exchange.signal);
    const server = servers.ofMessage({ method: message.method, selections, auth });
    // The SDK asks for a token with the scopes.
    if (server.lacksScopes({ request: message, ...(auth && { authInfo: auth }) })) return answerBySdk(sdk.fetch, read, exchange.signal);
    return answerDirectly(server, { message, response, auth }, print);
  };

  return {
    answer: async (request, response) => {
      const admitted = await admit(request, response);
      if (admitted === undefined) return;
      const exchange = httpExchange(request, response);
      try {
        await withExchange(exchange, () => answerAdmitted({ request, response, auth: admitted.auth }, exchange));
      } catch (error) {
        onerror(error instanceof Error ? error : new Error(String(error)));
        if (!response.headersSent) answerError(response, failed);
      }
    },
    close: async () => {
      changes.close();
      subscriptions.close();
      await sdk.close();
    },
  };
}

type AdmittedRequest = Omit<ReadRequest, "body">;

const tooLarge = (maxBytes: number) => ({
  status: 413,
  message: `Payload Too Large: Request body must not exceed ${maxBytes} bytes`,
  headers: { connection: "close" },
});

const notUtf8 = { status: 400, code: -32700, message: "The message is not UTF-8. Encode it as UTF-8 and send it again." };

const failed = { status: 500, code: -32603, message: "Internal server error" };
