import { createHash } from "node:crypto";
import { invariant } from "../contract/diagnostic.js";
import type { Host } from "../contract/host.js";
import { cacheFolder, removeCacheLeftovers, writeQuietly } from "./build-stamp.js";
import type { ModuleCache, PrintPart } from "./output-file.js";
import type { ToolModel } from "./tool-model.js";

/** Texts that earlier builds by this compiler printed, and those of this build. */
interface SavedModuleCache extends ModuleCache {
  /** Saves the texts that were used or printed, if any of them is new. */
  save(options: SaveOptions): Promise<void>;
}

/** Opens the texts in the project's cache folder. `build` identifies the compiler. */
export async function openModuleCache(host: Host, build: string): Promise<SavedModuleCache> {
  const texts = await openTextStore(host, { name: "printed", build });
  return {
    has: (madeOf) => texts.has(contentHash(madeOf)),
    get: (madeOf) => {
      const stored = texts.get(contentHash(madeOf));
      return stored === undefined ? undefined : JSON.parse(stored);
    },
    set: (madeOf, text) => texts.set(contentHash(madeOf), JSON.stringify(text)),
    save: texts.save,
  };
}

/**
 * The printed lines of tools: from earlier builds by this compiler if their specs haven't changed, and from this build.
 */
interface ToolTextCache {
  readonly part: PrintPart;
  /** Saves the lines that were used, if any of them is new. */
  save(options: SaveOptions): Promise<void>;
}

interface ToolTextCacheOptions {
  /** Identifies the compiler. */
  readonly build: string;
  /** Returns a hash of everything that a tool depends on; `undefined` for a tool that depends on more than its spec. */
  readonly keyOf: (tool: ToolModel) => string | undefined;
}

/** Opens the lines in the project's cache folder. */
export async function openToolTextCache(host: Host, { build, keyOf }: ToolTextCacheOptions): Promise<ToolTextCache> {
  const texts = await openTextStore(host, { name: "parts", build });
  return {
    part: (tool, what, print) => {
      const key = keyOf(tool);
      if (key === undefined) return print();
      const whole = `${key} ${tool.name} ${what}`;
      const cached = texts.get(whole);
      if (cached !== undefined) return cached;
      const text = print();
      invariant(!text.includes("\n"), "a part is of one line");
      texts.set(whole, text);
      return text;
    },
    save: texts.save,
  };
}

export interface SaveOptions {
  /**
   * True if texts that this build didn't use are removed. A failed build doesn't, because it ended before it could use
   * them all.
   */
  readonly forget: boolean;
}

/** Texts that builds by one compiler cache for the next, each by a hash of its inputs. */
interface TextStore {
  /** Returns true if the text exists. It counts as used. */
  has(key: string): boolean;
  /** A cached text of this build or an earlier one. */
  get(key: string): string | undefined;
  /** Caches a text, which has one line. */
  set(key: string, text: string): void;
  /**
   * Saves the texts that were used or added, if that changes the file, and lets go of them all: none is found later.
   * Unused ones are saved too, unless they must be removed.
   */
  save(options: SaveOptions): Promise<void>;
}

/** Opens a folder of the project's cache. `build` identifies the compiler. Unreadable entries count as missing. */
export async function openTextStore(host: Host, { name, build }: { readonly name: string; readonly build: string }): Promise<TextStore> {
  const folder = `${cacheFolder}/${name}`;
  const files = (await host.list(folder).catch(() => undefined)) ?? [];
  // Leftovers of a killed build aren't shards.
  const read = files
    .filter(({ name, type }) => type === "file" && /^\d\d$/.test(name))
    .map((file) => readShard(host, { path: `${folder}/${file.name}`, compilerId: build }));
  const shards = new Map((await Promise.all(read)).map((shard) => [shard.path, shard] as const));
  const learned = new Map<string, Map<string, string>>();
  const used = new Set<string>();
  const pathOf = (key: string) => `${folder}/${shardOf(key)}`;
  const find = (key: string) => {
    const path = pathOf(key);
    const text = learned.get(path)?.get(key) ?? shards.get(path)?.texts.get(key);
    if (text !== undefined) used.add(key);
    return text;
  };
  return {
    has: (key) => find(key) !== undefined,
    get: (key) => {
      const text = find(key);
      return text === undefined ? undefined : textAt(text);
    },
    set: (key, text) => {
      const path = pathOf(key);
      const texts = learned.get(path) ?? new Map<string, string>();
      learned.set(path, texts.set(key, text));
      used.add(key);
    },
    save: async ({ forget }) => {
      for (const written of [cacheFolder, folder]) await removeCacheLeftovers(host, written);
      for (const path of new Set([...shards.keys(), ...learned.keys()])) {
        const known: CachedTexts = shards.get(path)?.texts ?? new Map();
        const remaining = forget ? [...known].filter(([key]) => used.has(key)) : [...known];
        const fresh = learned.get(path);
        if (fresh !== undefined || remaining.length < known.size)
          await writeShard(host, path, { compilerId: build, texts: new Map([...remaining, ...(fresh ?? [])]) });
      }
      shards.clear();
      learned.clear();
    },
  };
}

/** The hash that is a text's key. */
export const contentHash = (madeOf: string): string => createHash("sha256").update(madeOf).digest("base64url");

/**
 * Texts are spread over a few dozen files by their keys, so that a build with one new text writes only a part of them,
 * and one with few tools writes few files.
 */
const shardOf = (key: string): string => String(key.charCodeAt(0) % 32).padStart(2, "0");

/** A file of cached texts: a line that identifies the compiler, then on each line a key, a tab and a text. */
interface Shard {
  readonly path: string;
  /** The content when it was read. */
  readonly texts: CachedTexts;
}

/** Texts by their keys. Texts from the file stay bytes until they are requested, which most are not. */
type CachedTexts = ReadonlyMap<string, string | Bytes>;

interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const newLine = 10;
const tab = 9;

/** Reads a shard. One that is missing, unreadable or another compiler's counts as empty. */
async function readShard(host: Host, { path, compilerId }: { readonly path: string; readonly compilerId: string }): Promise<Shard> {
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

const textAt = (text: string | Bytes): string => (typeof text === "string" ? text : text.bytes.toString("utf8", text.start, text.end));

/** Replaces a shard by one with these texts. */
async function writeShard(host: Host, path: string, { compilerId, texts }: { readonly compilerId: string; readonly texts: CachedTexts }) {
  const lines = [...texts].map(([key, text]) => `${key}\t${textAt(text)}\n`);
  await writeQuietly(host, path, `${compilerId}\n${lines.join("")}`);
}
