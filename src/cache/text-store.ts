import { createHash } from "node:crypto";
import type { Host } from "../host.js";
import { cacheFolder, removeCacheLeftovers } from "./cache-folder.js";
import { type CachedTexts, readShard, textAt, writeShard } from "./shard.js";

export interface SaveOptions {
  /**
   * True if texts that this build didn't use are removed. A failed build doesn't, because it ended before it could use
   * them all.
   */
  readonly forget: boolean;
}

/** Texts that builds by one compiler cache for the next, each by a hash of its inputs. */
export interface TextStore {
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
