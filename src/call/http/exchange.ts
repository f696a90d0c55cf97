import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { oneLine } from "../../contract/display-text.js";
import type { PreparedBody, PreparedPart, PreparedRequest } from "../../contract/request.js";
import { connectionReason, openConnections, readResponseBody, unpacked } from "../http-connections.js";
import {
  type Allowed,
  allowedBy,
  type Connections,
  checkHost,
  PrivateHostError,
  RedirectError,
  type RequestMessage,
  type Resolve,
  type Response,
  redirected,
} from "./private-address.js";

export interface ExchangeOptions {
  /** Until the whole response is there, redirects included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The environment that names proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Collects the body while it arrives, so that this part survives a failure. */
  readonly chunks: Uint8Array[];
  readonly onOutput?: ((bytes: Uint8Array) => void) | undefined;
  /** The limit of the body that is read. */
  readonly mostBytes: number;
  readonly resolve?: Resolve | undefined;
}

export interface Exchange extends Pick<Response, "status" | "headers"> {
  /** The URL that sent the response, after all redirects. */
  readonly url: string;
  /** True if the body is larger than the part that was read. */
  readonly flooded: boolean;
}

/** There is no response: the message is a sentence. `isPrivate`: because the host may not be reached. */
export class RequestError extends Error {
  readonly isPrivate: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.isPrivate = cause instanceof PrivateHostError;
  }
}

/** The time limit was reached. */
export class TimeLimitError extends Error {}

const mostRedirects = 5;

/**
 * Sends a request and reads the response. Nothing is sent twice except by a redirect, each of which is checked like the
 * first address. Rejects with the signal's reason when aborted, otherwise with one of the two errors above.
 */
export async function exchange(request: PreparedRequest, options: ExchangeOptions): Promise<Exchange> {
  const { signal, timeoutMs, env, resolve, mostBytes, chunks, onOutput } = options;
  signal.throwIfAborted();
  const allowed = allowedBy(request.allowPrivate);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  let connections: Connections | undefined;
  let at = new URL(request.url);
  try {
    connections = await openConnections({ allowed, env, timeoutMs, resolve });
    const ends = AbortSignal.any([signal, limit.signal]);
    const response = await follow(await firstMessage(request), { connections, allowed, signal: ends, onUrl: (next) => (at = next) });
    const { flooded } = await readResponseBody(chunks, await unpacked(response, request.method), { mostBytes, onOutput });
    return { status: response.status, headers: response.headers, url: at.href, flooded };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.signal.aborted) throw new TimeLimitError(`The request to ${at.host} took longer than ${timeoutMs} ms.`);
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") throw error;
    throw new RequestError(`The request to ${at.host} failed: ${reasonOf(error)}.`, error);
  } finally {
    clearTimeout(timer);
    await connections?.close();
  }
}

interface Following {
  readonly connections: Connections;
  readonly allowed: Allowed;
  readonly signal: AbortSignal;
  /** Called with the host of the current request. */
  onUrl(url: URL): void;
}

async function follow(first: RequestMessage, { connections, allowed, signal, onUrl }: Following): Promise<Response> {
  let message = first;
  for (let hops = 0; ; hops++) {
    onUrl(message.url);
    checkHost(message.url, allowed);
    checkHeaders(message.headers);
    const response = await connections.request({ ...message, headers: { ...standing, ...message.headers } }, signal);
    const next = redirected(message, response);
    if (next === undefined) return response;
    response.body.on("error", () => {}).destroy();
    if (hops === mostRedirects) throw new RedirectError(`it redirects more than ${mostRedirects} times`);
    message = next;
  }
}

/** A handler names the headers of its requests itself. */
function checkHeaders(headers: RequestMessage["headers"]): void {
  const found = Object.keys(headers).find((name) => ofConnection.includes(name.toLowerCase()));
  if (found !== undefined) throw new Error(`a request can't have the header ${found}`);
}

/** Headers that say how a connection is used, which is the client's decision. */
const ofConnection = ["transfer-encoding", "upgrade", "expect", "keep-alive"];

/** The headers of every request that doesn't set them. */
const standing = { accept: "*/*", "user-agent": "toolgen" };

async function firstMessage({ method, url, headers, body }: PreparedRequest): Promise<RequestMessage> {
  const { type, content } = body === undefined ? {} : await sentBody(body);
  const own = { ...(type !== undefined && { "content-type": type }), ...headers };
  // Only the parts of a body know the text between them.
  const isMultipart = body?.kind === "multipart" && type !== undefined;
  return {
    method,
    url: new URL(url),
    headers: isMultipart ? { ...own, "content-type": type } : own,
    body: content,
    ...(body?.hasSecret && { hasSecret: true }),
  };
}

const typeOf = { json: "application/json", form: "application/x-www-form-urlencoded", text: "text/plain; charset=utf-8" } as const;

interface SentBody {
  readonly type: string;
  readonly content: string | Uint8Array;
}

async function sentBody(body: PreparedBody): Promise<SentBody> {
  if (body.kind === "file") return { type: "application/octet-stream", content: await readSentFile(body.path) };
  if (body.kind !== "multipart") return { type: typeOf[body.kind], content: body.text };
  const boundary = `toolgen-${randomUUID()}`;
  const parts = await Promise.all(body.parts.map(async (part) => [`--${boundary}\r\n${headOf(part)}\r\n`, await contentOf(part), "\r\n"]));
  const pieces = [...parts.flat(), `--${boundary}--\r\n`];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece))),
  };
}

/** The headers of a part. FormData can't give a type to a text without making it a file. */
function headOf({ name, text, isFile, type }: PreparedPart): string {
  const file = isFile ? `; filename="${quotedName(basename(text))}"` : "";
  const media = type ?? (isFile ? "application/octet-stream" : undefined);
  return `Content-Disposition: form-data; name="${quotedName(name)}"${file}\r\n${media === undefined ? "" : `Content-Type: ${media}\r\n`}`;
}

/** As browsers write it. */
const quotedName = (name: string) => name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const contentOf = ({ text, isFile }: PreparedPart) => (isFile ? readSentFile(text) : text);

/** The largest file that a request sends: it is read as a whole. */
const mostFileBytes = 256 * 1024 * 1024;

async function readSentFile(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`'${path}' is not a file`);
  if (found.size > mostFileBytes) throw new Error(`'${path}' is larger than ${mostFileBytes / 1024 / 1024} MiB`);
  return readFile(path);
}

/** Returns why a request failed, as a clause. Messages of servers and systems may have several lines. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateHostError || error instanceof RedirectError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  const reason = connectionReason(code);
  if (reason !== undefined) return reason;
  // undici's parser tells no code.
  if (code?.startsWith("HPE_") || name === "HTTPParserError") return "its response isn't valid HTTP";
  const message = error instanceof Error && error.message !== "" ? error.message : String(code ?? error);
  return oneLine(message).replace(/\.$/, "").slice(0, 300);
}
