import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  classifyInboundRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { onAnswered } from "../call/current-exchange.js";
import { EventTransport, type PrintMessage } from "./event-transport.js";
import type { ScopedServer } from "./scoped-server.js";
import { isUsualRequest } from "./usual-request.js";

/**
 * Returns the request of a body that may be answered directly: a single one of a revision up to 2025-11-25, with
 * headers that the SDK's handler would take. Whatever else is sent is that handler's, which knows how to refuse it.
 */
export function directRequest(
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  body: unknown,
): JSONRPCRequest | undefined {
  if (method !== "POST" || !isJsonContentType(headers["content-type"] ?? null)) return undefined;
  if (!["application/json", "text/event-stream"].every((type) => headers.accept?.includes(type))) return undefined;
  const revision = headers["mcp-protocol-version"];
  if (revision !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision))) return undefined;
  if (isUsualRequest(body)) return body;
  if (!isJSONRPCRequest(body)) return undefined;
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body,
    ...(revision !== undefined && { protocolVersionHeader: String(revision) }),
  });
  return kind === "legacy" ? body : undefined;
}

/** A request and what it came with. */
export interface DirectExchange {
  readonly message: JSONRPCRequest;
  readonly response: ServerResponse;
  readonly auth: AuthInfo | undefined;
}

/** Answers a request by a server object that is its own. */
export async function answerDirectly(
  server: ScopedServer,
  { message, response, auth }: DirectExchange,
  print: PrintMessage,
): Promise<void> {
  const transport = new EventTransport(message.id, response, print);
  await server.connect(transport);
  onAnswered(() => void server.close());
  transport.onmessage?.(message, auth && { authInfo: auth });
}
