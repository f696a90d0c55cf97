import { createHash } from "node:crypto";
import type { Recall } from "../emit/output-file.js";
import type { Host } from "../host.js";
import { cacheFolder, writeQuietly } from "./cache-folder.js";

const file = `${cacheFolder}/printed.jsonl`;

/** Texts that earlier builds by this compiler printed, and those that this one asks for. */
export interface SavedRecall extends Recall {
  /** Writes down what was asked for or printed since it was opened, if that is anything new. */
  save(): Promise<void>;
}

/** Opens the texts in the project's cache folder. `build` identifies the compiler. What can't be read counts as forgotten. */
export async function openRecall(host: Host, build: string): Promise<SavedRecall> {
  const known = await readKnown(host, build);
  const used = new Map<string, string>();
  let learned = false;
  return {
    get: (madeOf) => {
      const key = hash(madeOf);
      const stored = known.get(key);
      if (stored !== undefined) used.set(key, stored);
      return stored === undefined ? undefined : JSON.parse(stored);
    },
    set: (madeOf, text) => {
      used.set(hash(madeOf), JSON.stringify(text));
      learned = true;
    },
    save: async () => {
      if (!learned && used.size === known.size) return;
      const lines = [...used].map(([key, stored]) => `${key}\t${stored}\n`);
      await writeQuietly(host, file, `${build}\n${lines.join("")}`);
    },
  };
}

async function readKnown(host: Host, build: string): Promise<ReadonlyMap<string, string>> {
  const bytes = await host.read(file).catch(() => undefined);
  const lines = bytes === undefined ? [] : new TextDecoder().decode(bytes).split("\n");
  if (lines[0] !== build) return new Map();
  return new Map(lines.slice(1, -1).map((line) => [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)] as const));
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
