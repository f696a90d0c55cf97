import { pipeline, Readable } from "node:stream";
import type { Gunzip } from "node:zlib";
import type { Response } from "./connections.js";

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
