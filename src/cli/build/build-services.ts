import { openMemory } from "../../cache/check-cache.js";
import { openRecall } from "../../cache/module-cache.js";
import type { SaveOptions } from "../../cache/text-store.js";
import { openParts } from "../../cache/tool-text-cache.js";
import { checkSources } from "../../check/check.js";
import type { CompileOptions } from "../../compile.js";
import { type EmitMeans, noRecall, printPart } from "../../emit/output-file.js";
import { checkInWorkers } from "./check-in-workers.js";
import type { BuildRequest } from "./full-build.js";

/** What a build compiles with: the caches of earlier ones, and threads. */
export interface BuildServices extends EmitMeans, Pick<Required<CompileOptions>, "check"> {
  /** Keeps for the next build what this one learned. */
  save(options: SaveOptions): Promise<void>;
}

/** Opens what earlier builds by this compiler kept; `--check` does without, and keeps nothing. */
export async function openBuildServices({ host, buildId, options, terminal }: BuildRequest): Promise<BuildServices> {
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  // A check compares each file with what its spec comes to now, and not with what anybody wrote into the cache of it.
  if (options.check) return { check, recall: noRecall, part: printPart, save: async () => {} };
  const memory = await openMemory(host, { build: buildId, check });
  const recall = await openRecall(host, buildId);
  const saveAll = async (kept: readonly { save(options: SaveOptions): Promise<void> }[], how: SaveOptions) => {
    for (const each of kept) await each.save(how);
  };
  const parts = await openParts(host, { build: buildId, keyOf: memory.keyOf });
  return { check: memory.check, recall, part: parts.part, save: (how) => saveAll([memory, recall, parts], how) };
}
