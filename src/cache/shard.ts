import type { Host } from "../host.js";
import { writeQuietly } from "./cache-folder.js";

/** A file of kept texts: a line that identifies the compiler, then a key, a tab and a text a line. */
export interface Shard {
  readonly path: string;
  /** The content when it was read. */
  readonly known: Texts;
}

/** Texts by their keys. Those that were read stay bytes until they are asked for, which most are not. */
export type Texts = ReadonlyMap<string, string | Bytes>;

interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const newLine = 10;
const tab = 9;

/** Reads a shard. One that isn't there, can't be read or is another compiler's holds nothing. */
export async function readShard(host: Host, { path, build }: { readonly path: string; readonly build: string }): Promise<Shard> {
  const read = await host.read(path).catch(() => undefined);
  const bytes = read === undefined ? Buffer.alloc(0) : Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  const known = new Map<string, Bytes>();
  const firstEnd = bytes.indexOf(newLine);
  if (firstEnd === -1 || bytes.toString("utf8", 0, firstEnd) !== build) return { path, known };
  // What stands after the last line's end was cut off.
  for (let start = firstEnd + 1, end = bytes.indexOf(newLine, start); end !== -1; start = end + 1, end = bytes.indexOf(newLine, start)) {
    const keyEnd = bytes.indexOf(tab, start);
    if (keyEnd !== -1 && keyEnd < end) known.set(bytes.toString("latin1", start, keyEnd), { bytes, start: keyEnd + 1, end });
  }
  return { path, known };
}

export const textAt = (text: string | Bytes): string =>
  typeof text === "string" ? text : text.bytes.toString("utf8", text.start, text.end);

/** Replaces a shard by one with these texts. */
export async function writeShard(host: Host, path: string, { build, texts }: { readonly build: string; readonly texts: Texts }) {
  const lines = [...texts].map(([key, text]) => `${key}\t${textAt(text)}\n`);
  await writeQuietly(host, path, `${build}\n${lines.join("")}`);
}
