import type { Host } from "../host.js";
import { writeQuietly } from "./cache-folder.js";

/** A file of cached texts: a line that identifies the compiler, then on each line a key, a tab and a text. */
export interface Shard {
  readonly path: string;
  /** The content when it was read. */
  readonly texts: CachedTexts;
}

/** Texts by their keys. Texts from the file stay bytes until they are requested, which most are not. */
export type CachedTexts = ReadonlyMap<string, string | Bytes>;

interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const newLine = 10;
const tab = 9;

/** Reads a shard. One that is missing, unreadable or another compiler's counts as empty. */
export async function readShard(host: Host, { path, compilerId }: { readonly path: string; readonly compilerId: string }): Promise<Shard> {
  const read = await host.read(path).catch(() => undefined);
  const bytes = read === undefined ? Buffer.alloc(0) : Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  const texts = new Map<string, Bytes>();
  const firstEnd = bytes.indexOf(newLine);
  if (firstEnd === -1 || bytes.toString("utf8", 0, firstEnd) !== compilerId) return { path, texts };
  // The text after the last line's end is incomplete.
  for (let start = firstEnd + 1, end = bytes.indexOf(newLine, start); end !== -1; start = end + 1, end = bytes.indexOf(newLine, start)) {
    const keyEnd = bytes.indexOf(tab, start);
    if (keyEnd !== -1 && keyEnd < end) texts.set(bytes.toString("latin1", start, keyEnd), { bytes, start: keyEnd + 1, end });
  }
  return { path, texts };
}

export const textAt = (text: string | Bytes): string =>
  typeof text === "string" ? text : text.bytes.toString("utf8", text.start, text.end);

/** Replaces a shard by one with these texts. */
export async function writeShard(
  host: Host,
  path: string,
  { compilerId, texts }: { readonly compilerId: string; readonly texts: CachedTexts },
) {
  const lines = [...texts].map(([key, text]) => `${key}\t${textAt(text)}\n`);
  await writeQuietly(host, path, `${compilerId}\n${lines.join("")}`);
}
