import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../usage-error.js";
import { type EventStreams, openEventStreams } from "./event-streams.js";
import { guardRequest } from "./guard-request.js";
import type { PageMessage } from "./page-messages.js";
import { readBody } from "./read-body.js";

/** The answers of the server. Only requests that passed the guard get any. */
export interface DevAnswers {
  page(): string;
  /** The facts about a tool for its form; `undefined` if there is none of that name. */
  tool(name: string): unknown;
  inspect(body: unknown): unknown;
  run(body: unknown, signal: AbortSignal): Promise<unknown>;
  /** The messages for a page that was opened in a state: errors of the specs, the log, the statistics. */
  whole(state: string | null): readonly PageMessage[];
}

export interface DevServer {
  /** With the token. */
  readonly url: string;
  /** Tells every open page. */
  push(change: PageMessage): void;
  /** True while a page is open. */
  isWatched(): boolean;
  close(): Promise<void>;
}

/** Browsers open few. More are of programs that don't close theirs. */
const mostConnections = 200;

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
  const streams = openEventStreams();
  const ended = new AbortController();
  const server = createServer((request, response) => {
    const { port: actual } = server.address() as AddressInfo;
    const guarded = guardRequest(request, { port: actual, token });
    if (!guarded.ok) return send(response, guarded.status, "text/plain", "");
    answer(guarded.path, { request, response, answers, streams, signal: ended.signal }).catch((error: unknown) => {
      send(response, 500, "application/json", JSON.stringify({ error: String(error) }));
    });
  }).listen(port, "127.0.0.1");
  server.maxConnections = mostConnections;
  try {
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(`The port ${port} can't be listened on: ${(error as Error).message}`, "Name another one with --port.");
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`,
    push: streams.push,
    isWatched: () => !streams.isEmpty(),
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
  readonly streams: EventStreams;
  readonly signal: AbortSignal;
}

async function answer(path: string, { request, response, answers, streams, signal }: DevRequest): Promise<void> {
  const json = (value: unknown) =>
    value === undefined ? send(response, 404, "text/plain", "") : send(response, 200, "application/json", JSON.stringify(value));
  const route = `${request.method} ${path}`;
  if (route === "GET /") return send(response, 200, "text/html", answers.page());
  if (route === "GET /events") {
    const state = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("state");
    if (!streams.open(response, headers, () => answers.whole(state))) send(response, 503, "text/plain", "");
    return;
  }
  if (route.startsWith("GET /tools/")) return json(answers.tool(path.slice("/tools/".length)));
  if (route !== "POST /inspect" && route !== "POST /run") return send(response, 404, "text/plain", "");
  const body = await readBody(request);
  if (!body.ok) {
    response.setHeader("connection", "close");
    return send(response, body.status, "text/plain", "");
  }
  if (route === "POST /inspect") return json(answers.inspect(body.value));
  // A page that is closed ends the call that it waits for.
  const left = new AbortController();
  response.on("close", () => left.abort());
  return json(await answers.run(body.value, AbortSignal.any([signal, left.signal])));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return void response.end();
  // The page's own policy is in it, with the hashes of its script and its style.
  const policy = type === "text/html" ? "frame-ancestors 'none'" : "default-src 'none'; frame-ancestors 'none'";
  response.writeHead(status, { ...headers, "content-type": `${type}; charset=utf-8`, "content-security-policy": policy });
  response.end(text);
}
