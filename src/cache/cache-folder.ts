import { randomUUID } from "node:crypto";
import { type Host, HostError, temporarySuffix } from "../host.js";

/** The folder for caches of a project. Deleting it loses nothing. */
export const cacheFolder = ".toolgen/cache";

/**
 * Returns the key of a cache: the compiler, and the folder as this machine knows it. A cache that came with a
 * repository, or a copy of a project, has another key and isn't read. Without a folder, the result differs each time.
 */
export async function cacheKey(host: Host, compiler: string, options?: { readonly create: boolean }): Promise<string> {
  return `${compiler} ${(await host.folderId(cacheFolder, options)) ?? randomUUID()}`;
}

/** Held while a build or a check writes. */
export const buildLock = `${cacheFolder}/build.lock`;

/** Removes temporary files that a killed build left in a folder of the cache. */
export async function removeCacheLeftovers(host: Host, folder: string): Promise<void> {
  try {
    const leftovers = ((await host.list(folder)) ?? []).filter(({ name }) => name.includes(temporarySuffix));
    for (const { name } of leftovers) await host.remove(`${folder}/${name}`);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** Writes a file of the cache, and makes Git ignore the folder. A cache that can't be written isn't an error. */
export async function writeQuietly(host: Host, path: string, text: string): Promise<void> {
  try {
    if ((await host.stat(".toolgen/.gitignore")) === undefined)
      await host.write({ path: ".toolgen/.gitignore", text: "*\n", executable: false });
    await host.write({ path, text, executable: false });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}
