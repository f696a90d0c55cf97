import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { AuthInfo, McpHttpHandler } from "@modelcontextprotocol/server";
import type { RequestBody } from "./read-request-body.js";

/** A request that the server lets through. */
export interface ReadRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly auth: AuthInfo | undefined;
  readonly body: RequestBody;
}

export interface SdkHandlerOptions {
  readonly maxRequestBodySize: number;
  onerror(error: Error): void;
}

/**
 * Answers a request by a handler of the SDK, which takes and returns objects of the web. A body that is JSON is handed
 * on as a value: the SDK would copy its stream and parse it again.
 */
export async function answerBySdk(
  fetch: McpHttpHandler["fetch"],
  { request: { method = "", url = "", headers }, response, auth, body: { chunks, json } }: ReadRequest,
  options: SdkHandlerOptions,
): Promise<void> {
  const handed = json === undefined ? {} : { parsedBody: json };
  const answer: McpHttpHandler["fetch"] = async (request, given) => {
    const answered = await fetch(request, { ...given, ...handed });
    // Node writes it as the client wants it. The SDK's keeps connections open that the client asked to close.
    answered.headers.delete("connection");
    return answered;
  };
  const handle = toNodeHandler({ fetch: answer }, options);
  const unparsed = Readable.from(json === undefined ? chunks : []);
  await handle({ method, url, headers, ...(auth && { auth }), [Symbol.asyncIterator]: () => unparsed.iterator() }, response);
}
