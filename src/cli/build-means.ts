import { checkSources } from "../check/check.js";
import type { CompileOptions } from "../compile.js";
import { type EmitMeans, printPart } from "../emit/output-file.js";
import type { SaveOptions } from "../incremental/kept-texts.js";
import { openMemory } from "../incremental/memory.js";
import { openParts } from "../incremental/parts.js";
import { openRecall } from "../incremental/recall.js";
import type { BuildRequest } from "./build-whole.js";
import { checkInWorkers } from "./check-in-workers.js";

/** What a build compiles with: what earlier ones kept, and threads. */
export interface BuildMeans extends EmitMeans, Pick<Required<CompileOptions>, "check"> {
  /** Keeps for the next build what this one learned. */
  save(options: SaveOptions): Promise<void>;
}

/** Opens what earlier builds by this compiler kept. */
export async function openMeans({ host, buildId, options, terminal, printer }: BuildRequest): Promise<BuildMeans> {
  const check = checkInWorkers({
    inProcess: checkSources,
    terminal,
    onChecked: (results) => printer.begin(results.flatMap(({ tools }) => tools)),
  });
  const memory = await openMemory(host, { build: buildId, check });
  const recall = await openRecall(host, buildId);
  const { print } = printer;
  const saveAll = async (kept: readonly { save(options: SaveOptions): Promise<void> }[], how: SaveOptions) => {
    for (const each of kept) await each.save(how);
  };
  // A check compares all of each file with what is made of its spec, and not with what was noted of it.
  if (options.check) return { check: memory.check, recall, print, part: printPart, save: (how) => saveAll([memory, recall], how) };
  const parts = await openParts(host, { build: buildId, keyOf: memory.keyOf });
  return { check: memory.check, recall, print, part: parts.part, save: (how) => saveAll([memory, recall, parts], how) };
}
