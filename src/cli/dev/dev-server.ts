import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../command.js";
import type { PageMessage } from "./page-messages.js";

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

interface DevServer {
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

/** The event streams of the pages that are open. */
interface EventStreams {
  /** Begins a stream with what its page must know first; returns false if there are too many. */
  open(response: ServerResponse, headers: Readonly<Record<string, string>>, first: () => readonly PageMessage[]): boolean;
  push(change: PageMessage): void;
  isEmpty(): boolean;
}

/** A browser opens six connections to an address at most. */
const mostStreams = 30;

/** A page that doesn't read for so long is disconnected. It loads again once it is connected again. */
const mostUnread = 16_000_000;

export function openEventStreams(): EventStreams {
  const streams = new Set<ServerResponse>();
  const write = (stream: ServerResponse, text: string) => {
    if (stream.writableLength + text.length > mostUnread) stream.destroy();
    else stream.write(text);
  };
  return {
    open: (response, headers, first) => {
      if (streams.size >= mostStreams) return false;
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      write(response, `:\n\n${first().map(eventOf).join("")}`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return true;
    },
    push: (change) => {
      const text = eventOf(change);
      for (const stream of streams) write(stream, text);
    },
    isEmpty: () => streams.size === 0,
  };
}

const eventOf = (change: PageMessage) => `data: ${JSON.stringify(change)}\n\n`;

/** The address of the server: its port, and the token in its path. */
interface DevAddress {
  readonly port: number;
  readonly token: string;
}

/** A request that may be answered, or the status of the refusal. */
type GuardedRequest = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly status: 400 | 403 | 404 | 405 | 415 };

/**
 * Checks a request before anything else reads it. Host keeps out a page that has given this address a name of its own
 * (DNS rebinding), Origin a page of another site, and the token every program that doesn't know the address. The token
 * is compared in constant time.
 */
export function guardRequest({ method, url = "", headers }: IncomingMessage, { port, token }: DevAddress): GuardedRequest {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) return { ok: false, status: 403 };
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) return { ok: false, status: 403 };
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return { ok: false, status: 403 };
  const [, given = "", path] = /^\/([^/?#]*)(\/[^?#]*)(?:\?.*)?$/.exec(url) ?? [];
  if (path === undefined || !isSame(given, token)) return { ok: false, status: 404 };
  if (method !== "GET" && method !== "POST") return { ok: false, status: 405 };
  // A form of another page can't send this type, and every browser names the origin of what is posted.
  if (method === "POST" && headers["content-type"] !== "application/json") return { ok: false, status: 415 };
  return method === "POST" && headers.origin === undefined ? { ok: false, status: 403 } : { ok: true, path };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

/** Arguments of a model are no longer than this. */
const mostBytes = 4_000_000;

/** A request's body as JSON, or the status of the refusal. */
type ReadBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

/** Reads the body of a request, and no more of it than may be. */
async function readBody(request: IncomingMessage): Promise<ReadBody> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  } catch {
    return { ok: false, status: 400 };
  }
}
