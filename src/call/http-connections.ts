import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { Gunzip } from "node:zlib";
import { loadProxied } from "./http/load-proxied.js";
import {
  type ConnectionOptions,
  type Connections,
  guardedLookup,
  namesProxy,
  proxySettings,
  type RequestMessage,
  type Response,
  withoutBrackets,
} from "./http/private-address.js";

/**
 * Opens the connections of a call: by Node's own client, and by undici, which takes four times as long to load, if the
 * environment names a proxy. Both send the same requests and report the same failures.
 */
export async function openConnections(options: ConnectionOptions): Promise<Connections> {
  const settings = proxySettings(options.env);
  return namesProxy(settings) ? loadProxied(options, settings) : directConnections(options);
}

/**
 * The adapter of Node's own HTTP client. It opens a connection for each request, to an address that `guardedLookup` has
 * checked.
 */
function directConnections({ allowed, resolve }: ConnectionOptions): Connections {
  const lookup = guardedLookup(allowed, resolve);
  const sent = new Set<ClientRequest>();
  return {
    request: (message, signal) =>
      new Promise((resolve, reject) => {
        const { method, url, headers, body } = message;
        // TLS takes as long to load as all of the rest.
        const start = url.protocol === "https:" ? process.getBuiltinModule("node:https").request : requestHttp;
        const request = start({
          agent: false,
          lookup,
          signal,
          method,
          host: withoutBrackets(url.hostname),
          ...(url.port !== "" && { port: url.port }),
          path: url.pathname + url.search,
          headers: { ...headers, ...lengthOf(message) },
        });
        sent.add(request);
        request.on("response", (response) => {
          // Otherwise the body fails with the end of the connection, which the error has caused.
          request.on("error", (error) => response.destroy(error));
          resolve(responseOf(response));
        });
        request.on("error", reject);
        // After a change of protocol, which nothing asked for, there is neither a response nor an error.
        request.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
        // As a text it would change the encoding of the headers, too.
        request.end(body === undefined ? undefined : Buffer.from(body));
      }),
    close: async () => {
      for (const request of sent) request.destroy();
    },
  };
}

/** Node sends a body without its length, and so without its end, for the methods that usually have none. */
function lengthOf({ body }: RequestMessage): Readonly<Record<string, string>> {
  return body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
}

/** A repeated header is a list of its values: Node's usual form drops some of them. */
function responseOf(response: IncomingMessage): Response {
  const headers = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? values[0] : values]);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response };
}

/**
 * Reads a stream into `chunks`, so that what was read survives a failure. Returns true if there is more than may be
 * read.
 */
export async function readResponseBody(
  chunks: Uint8Array[],
  stream: Readable,
  { mostBytes, onOutput }: { readonly mostBytes: number; readonly onOutput?: ((bytes: Uint8Array) => void) | undefined },
): Promise<{ readonly flooded: boolean }> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    onOutput?.(chunk);
    if (size > mostBytes) return { flooded: true };
  }
  return { flooded: false };
}

/** Statuses whose responses have no body, even if a header names its encoding. */
const empty = [204, 205, 304];

/** Decompresses a body. Requests don't ask for compression, but some servers compress anyway. */
export async function unpacked({ status, headers, body }: Response, method: string): Promise<Readable> {
  if (method === "HEAD" || empty.includes(status)) return body;
  const encodings = String(headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (encodings.length > mostPackings || !unpackers.has(encodings.at(-1) ?? "")) return body;
  let stream = await unlessEmpty(body);
  if (stream === undefined) return body;
  // The last encoding is undone first.
  for (const encoding of encodings.reverse()) {
    const unpack = unpackers.get(encoding);
    if (unpack === undefined) return stream;
    // The reader of the pipeline's end receives its errors.
    stream = pipeline(stream, unpack(), () => {});
  }
  return stream;
}

/** Some servers name an encoding and send nothing, which isn't a compressed text. Returns what there is to read. */
async function unlessEmpty(body: Readable): Promise<Readable | undefined> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const first = next.value;
    if (first.length > 0) return Readable.from(resumed(first, chunks), { objectMode: false });
  }
  return undefined;
}

async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** How often a body may be compressed. Each level takes memory, and servers hardly use more than two. */
const mostPackings = 5;

/** Most responses aren't compressed, and need no code that decompresses. */
const zlib = () => process.getBuiltinModule("node:zlib");
const gunzip = () => zlib().createGunzip();

const unpackers: ReadonlyMap<string, () => Gunzip> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", () => zlib().createInflate()],
  ["br", () => zlib().createBrotliDecompress()],
]);

/** Converts a text to UTF-8 if the response names another encoding. */
export function inUtf8(bytes: Buffer, { headers }: Pick<Response, "headers">): Buffer {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(String(headers["content-type"] ?? ""))?.[1];
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return bytes;
  try {
    const decoder = new TextDecoder(charset);
    const text = decoder.decode(bytes);
    return Buffer.from(decoder.encoding === "windows-1252" ? text.replaceAll(/[\x80-\x9F]/g, asWindows) : text);
  } catch {
    return bytes;
  }
}

/**
 * The characters of Windows-1252 from 128 to 159, in byte order (the Encoding standard's index of windows-1252). Node
 * 20 decodes them as control characters.
 */
const windowsMarks = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

const asWindows = (char: string) => windowsMarks[char.charCodeAt(0) - 0x80] ?? char;

/** Returns why a request got no response, as a clause, by the code of the error; `undefined` for an unknown code. */
export const connectionReason = (code: string | undefined): string | undefined => (code === undefined ? undefined : reasons[code]);

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "no host has this name",
  EAI_AGAIN: "its name can't be resolved at present",
  ECONNREFUSED: "nothing accepts connections there",
  ECONNRESET: "the connection was closed",
  HPE_HEADER_OVERFLOW: "its response has more than 16 kB of headers",
  HPE_INVALID_EOF_STATE: "the connection was closed",
  UND_ERR_HEADERS_OVERFLOW: "its response has more than 16 kB of headers",
  UND_ERR_SOCKET: "the connection was closed",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  Z_BUF_ERROR: "its response is incomplete",
  Z_DATA_ERROR: "its response has an encoding that can't be decoded",
};
