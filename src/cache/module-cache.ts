import type { ModuleCache } from "../emit/output-file.js";
import type { Host } from "../host.js";
import { contentHash, openTextStore, type SaveOptions } from "./text-store.js";

/** Texts that earlier builds by this compiler printed, and those of this build. */
export interface SavedModuleCache extends ModuleCache {
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
