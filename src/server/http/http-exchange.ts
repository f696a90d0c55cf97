import { isUtf8 } from "node:buffer";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpExchange } from "../state/current-exchange.js";
import { unavailable } from "../state/errors.js";
import { parseMessage, withObjectArguments } from "../transport/read-messages.js";
import { networkOf } from "./http-address.js";

/** Follows a response and its connection. Responses in a queue hear nothing of the connection themselves. */
export function httpExchange({ socket, headers }: IncomingMessage, response: ServerResponse): HttpExchange {
  const revision = headers["mcp-protocol-version"];
  const gone = new AbortController();
  // Each call of a batch listens.
  setMaxListeners(0, gone.signal);
  const later = new Set<() => void>();
  let isDone = false;
  const done = () => {
    isDone = true;
    for (const then of later) then();
    later.clear();
  };
  const abort = () => {
    gone.abort(new Error("The connection was closed."));
    done();
  };
  socket.setMaxListeners(0).once("close", abort);
  response.once("finish", () => {
    socket.off("close", abort);
    done();
  });
  return {
    revision: revision === undefined ? undefined : String(revision),
    network: socket.remoteAddress === undefined ? undefined : networkOf(socket.remoteAddress),
    signal: gone.signal,
    sendJson: (json) => {
      if (!response.destroyed) response.writeHead(200, { "content-type": "application/json" }).end(json);
    },
    onDone: (then) => (isDone ? then() : void later.add(then)),
  };
}

/** The body of a request. */
export interface RequestBody {
  readonly chunks: readonly Buffer[];
  /** The value that it has as JSON, with objects as the arguments of calls; `undefined` if it isn't JSON in UTF-8. */
  readonly json: unknown;
  readonly isUtf8: boolean;
}

/**
 * Reads the body of a request. Returns `undefined` as soon as it is larger than a limit, in bytes. Rejects if the
 * connection closes before its end.
 */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody | undefined> {
  if (Number(request.headers["content-length"]) > maxBytes) return undefined;
  const chunks = await chunksOf(request, maxBytes);
  if (chunks === undefined) return undefined;
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const json = withObjectArguments(parsed(bytes));
  return { chunks, json, isUtf8: json !== undefined || isUtf8(bytes) };
}

/** Reads by events: for each request, an iterator of a stream takes longer than the body. */
function chunksOf(request: IncomingMessage, maxBytes: number): Promise<readonly Buffer[] | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      // The connection stays open for the answer.
      request.off("data", take).pause();
      resolve(undefined);
    };
    request.on("data", take);
    request.once("end", () => resolve(chunks));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The connection was closed before the end of the request.")));
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    // A byte order mark is ignored. Ill-formed UTF-8 isn't replaced: a call would get another value than was sent.
    return parseMessage(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

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
