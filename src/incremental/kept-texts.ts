import { createHash } from "node:crypto";
import type { Host } from "../host.js";
import { cacheFolder, writeQuietly } from "./cache-folder.js";

export interface SaveOptions {
  /** Whether texts that this build didn't ask for are forgotten: not by one that failed, for it ended before it could ask for them all. */
  readonly forget: boolean;
}

/** Texts that builds by one compiler keep for the next, each by a hash of what it was made of. */
export interface KeptTexts {
  /** A text that this build or an earlier one kept. */
  get(key: string): string | undefined;
  /** Keeps a text, which is of one line. */
  set(key: string, text: string): void;
  /** Writes down what was asked for or kept since the texts were opened, and the rest unless it is to be forgotten, if that is anything new. */
  save(options: SaveOptions): Promise<void>;
}

/** Opens a file of the project's cache folder. `build` identifies the compiler. What can't be read counts as forgotten. */
export async function openKeptTexts(host: Host, { name, build }: { readonly name: string; readonly build: string }): Promise<KeptTexts> {
  const file = `${cacheFolder}/${name}`;
  const known = await readKnown(host, file, build);
  const used = new Map<string, string>();
  let learned = false;
  return {
    get: (key) => {
      const text = used.get(key) ?? known.get(key);
      if (text !== undefined) used.set(key, text);
      return text;
    },
    set: (key, text) => {
      used.set(key, text);
      learned = true;
    },
    save: async ({ forget }) => {
      const kept = forget ? used : new Map([...known, ...used]);
      if (!learned && kept.size === known.size) return;
      const lines = [...kept].map(([key, text]) => `${key}\t${text}\n`);
      await writeQuietly(host, file, `${build}\n${lines.join("")}`);
    },
  };
}

/** The hash by which texts are kept. */
export const keyOf = (madeOf: string): string => createHash("sha256").update(madeOf).digest("base64url");

async function readKnown(host: Host, file: string, build: string): Promise<ReadonlyMap<string, string>> {
  const bytes = await host.read(file).catch(() => undefined);
  const lines = bytes === undefined ? [] : new TextDecoder().decode(bytes).split("\n");
  if (lines[0] !== build) return new Map();
  return new Map(lines.slice(1, -1).map((line) => [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)] as const));
}
