import { pipeline } from "node:stream/promises";
import { classifyInboundRequest, isJSONRPCResultResponse, type McpHttpHandler, type Transport } from "@modelcontextprotocol/server";
import type { HttpExchange } from "../call/current-exchange.js";
import type { ReadRequest } from "./answer-by-sdk.js";
import { webRequest } from "./web-request.js";

/** Returns true for a message that the SDK's handler takes for one of 2026-07-28 or later. */
export function isModern({ request: { method = "", headers }, body: { json } }: ReadRequest): boolean {
  const revision = headers["mcp-protocol-version"];
  const named = revision !== undefined && { protocolVersionHeader: String(revision) };
  return json !== undefined && classifyInboundRequest({ httpMethod: method, body: json, ...named }).kind === "modern";
}

/**
 * Answers a message by the SDK's handler, which makes no stream for it: a result is sent by `sendResultDirectly`.
 * Whatever else the handler returns, such as an error or a stream of events, is sent here. Node decides whether the
 * connection stays open: the SDK's header would keep it open for a client that asked to close it.
 */
export async function answerModern(
  fetch: McpHttpHandler["fetch"],
  { request, response, auth, body }: ReadRequest,
  { signal }: HttpExchange,
): Promise<void> {
  const answer = await fetch(webRequest(request, signal), { ...(auth && { authInfo: auth }), parsedBody: body.json });
  if (response.headersSent) return;
  answer.headers.delete("connection");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  // A client that leaves ends what it asked for.
  else await pipeline(answer.body, response).catch(() => {});
}

export type SendJson = HttpExchange["sendJson"];

/**
 * Lets a transport of the SDK send the result of its one request as JSON without objects of the web, unless it has sent
 * something else before: then its answer is a stream of events.
 */
export function sendResultDirectly(transport: Transport, sendJson: SendJson): void {
  const send = transport.send.bind(transport);
  let hasSent = false;
  transport.send = async (message, options) => {
    if (hasSent || !isJSONRPCResultResponse(message)) {
      hasSent = true;
      return send(message, options);
    }
    hasSent = true;
    sendJson(JSON.stringify(message));
    // As the transport does, once the protocol layer is done with the request.
    queueMicrotask(() => void transport.close());
  };
}
