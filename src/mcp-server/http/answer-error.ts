import type { ServerResponse } from "node:http";
import { unavailable } from "../protocol/errors.js";

interface Answer {
  readonly status: number;
  readonly message: string;
  /** The error's code in JSON-RPC, if there is one for it. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of an answer that is an error and belongs to no request. */
export const errorBody = (message: string, code = unavailable) => ({ jsonrpc: "2.0", error: { code, message }, id: null });

/** Refuses an HTTP request with an error of JSON-RPC. */
export function answerError(response: ServerResponse, { status, message, code, headers = {} }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(errorBody(message, code)));
}

/** Answers with a document that every caller may read. */
export function answerJson(response: ServerResponse, json: string): void {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=3600" });
  response.end(json);
}

/** Answers a health check, which reads only the status. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${text}\n`);
}
