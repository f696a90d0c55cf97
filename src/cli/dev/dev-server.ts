import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../usage-error.js";
import { guardRequest } from "./guard-request.js";
import type { LiveChange } from "./live-change.js";

/** The answers of the server. Only requests that passed the guard get any. */
export interface DevAnswers {
  page(): string;
  /** The facts about a tool for its form; `undefined` if there is none of that name. */
  tool(name: string): unknown;
  inspect(body: unknown): unknown;
  run(body: unknown, signal: AbortSignal): Promise<unknown>;
  /** The errors of the specs as they are now, for a page that has just been opened. */
  errors(): LiveChange | undefined;
}

export interface DevServer {
  /** With the token. */
  readonly url: string;
  /** Tells every open page. */
  push(change: LiveChange): void;
  close(): Promise<void>;
}

/** Arguments of a model are no longer than this. */
const mostBytes = 4_000_000;

const headers = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Listens on loopback alone, under an address with a random token. */
export async function startDevServer(answers: DevAnswers, port = 0): Promise<DevServer> {
  const token = randomBytes(24).toString("base64url");
  const listeners = new Set<ServerResponse>();
  const ended = new AbortController();
  const server = createServer((request, response) => {
    const { port: actual } = server.address() as AddressInfo;
    const guarded = guardRequest(request, { port: actual, token });
    if (!guarded.ok) return send(response, guarded.status, "text/plain", "");
    answer(guarded.path, { request, response, answers, listeners, signal: ended.signal }).catch((error: unknown) => {
      send(response, 500, "application/json", JSON.stringify({ error: String(error) }));
    });
  }).listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(`The port ${port} can't be listened on: ${(error as Error).message}`, "Name another one with --port.");
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`,
    push: (change) => {
      for (const listener of listeners) writeEvent(listener, change);
    },
    close: async () => {
      ended.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface DevRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answers: DevAnswers;
  readonly listeners: Set<ServerResponse>;
  readonly signal: AbortSignal;
}

async function answer(path: string, { request, response, answers, listeners, signal }: DevRequest): Promise<void> {
  const json = (value: unknown) =>
    value === undefined ? send(response, 404, "text/plain", "") : send(response, 200, "application/json", JSON.stringify(value));
  const route = `${request.method} ${path}`;
  if (route === "GET /") return send(response, 200, "text/html", answers.page());
  if (route === "GET /events") return listen(response, { answers, listeners });
  if (route.startsWith("GET /tools/")) return json(answers.tool(path.slice("/tools/".length)));
  if (route === "POST /inspect") return json(answers.inspect(await bodyOf(request)));
  if (route === "POST /run") {
    // A page that is closed ends the call that it waits for.
    const left = new AbortController();
    response.on("close", () => left.abort());
    return json(await answers.run(await bodyOf(request), AbortSignal.any([signal, left.signal])));
  }
  return send(response, 404, "text/plain", "");
}

function listen(response: ServerResponse, { answers, listeners }: Pick<DevRequest, "answers" | "listeners">): void {
  response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
  response.write(":\n\n");
  listeners.add(response);
  response.on("close", () => listeners.delete(response));
  const errors = answers.errors();
  if (errors !== undefined) writeEvent(response, errors);
}

const writeEvent = (response: ServerResponse, change: LiveChange) => void response.write(`data: ${JSON.stringify(change)}\n\n`);

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error("The request is too long.");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return void response.end();
  // The page's own policy is in it, with the hashes of its script and its style.
  const policy = type === "text/html" ? "frame-ancestors 'none'" : "default-src 'none'; frame-ancestors 'none'";
  response.writeHead(status, { ...headers, "content-type": `${type}; charset=utf-8`, "content-security-policy": policy });
  response.end(text);
}
