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
  /** Saves the results of specs for the next build, and lets go of them. */
  saveResults(options: SaveOptions): Promise<void>;
  /** Saves for the next build what was printed of tools. Files are printed while they are written. */
  saveTexts(options: SaveOptions): Promise<void>;
}

/** Opens the caches of earlier builds by this compiler; `--check` reads and writes none. */
export async function openBuildServices({ host, buildId, options, terminal }: BuildRequest): Promise<BuildServices> {
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  // A check compares each file with its spec's current output, and not with a cache that anyone could have edited.
  if (options.check) return { check, recall: noModuleCache, part: printPart, saveResults: saveNothing, saveTexts: saveNothing };
  const results = await openCheckCache(host, { build: buildId, check });
  const recall = await openModuleCache(host, buildId);
  const parts = await openToolTextCache(host, { build: buildId, keyOf: results.keyOf });
  const saveTexts = async (how: SaveOptions) => {
    await recall.save(how);
    await parts.save(how);
  };
  return { check: results.check, recall, part: parts.part, saveResults: results.save, saveTexts };
}

const saveNothing = async () => {};
