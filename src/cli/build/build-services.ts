import { openCheckCache } from "../../cache/check-cache.js";
import { openModuleCache } from "../../cache/module-cache.js";
import type { SaveOptions } from "../../cache/text-store.js";
import { openToolTextCache } from "../../cache/tool-text-cache.js";
import { checkSources } from "../../check/check.js";
import type { CompileOptions } from "../../compile.js";
import { type EmitServices, noModuleCache, printPart } from "../../emit/output-file.js";
import type { BuildRequest } from "./build-request.js";
import { checkInWorkers } from "./check-in-workers.js";

/** The services of a build: the caches of earlier builds, and threads. */
export interface BuildServices extends EmitServices, Pick<Required<CompileOptions>, "check"> {
  /** Saves the results of this build for the next one. */
  save(options: SaveOptions): Promise<void>;
}

/** Opens the caches of earlier builds by this compiler; `--check` reads and writes none. */
export async function openBuildServices({ host, buildId, options, terminal }: BuildRequest): Promise<BuildServices> {
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  // A check compares each file with its spec's current output, and not with a cache that anyone could have edited.
  if (options.check) return { check, recall: noModuleCache, part: printPart, save: async () => {} };
  const memory = await openCheckCache(host, { build: buildId, check });
  const recall = await openModuleCache(host, buildId);
  const saveAll = async (kept: readonly { save(options: SaveOptions): Promise<void> }[], how: SaveOptions) => {
    for (const each of kept) await each.save(how);
  };
  const parts = await openToolTextCache(host, { build: buildId, keyOf: memory.keyOf });
  return { check: memory.check, recall, part: parts.part, save: (how) => saveAll([memory, recall, parts], how) };
}
