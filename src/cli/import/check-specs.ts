import { checkSources } from "../../check/check.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { checkInWorkers } from "../build/check-in-workers.js";
import type { Terminal } from "../io/terminal.js";
import type { ImportTarget } from "./open-import-target.js";

/** Returns the errors of specs, which are JSON, as a build finds them. */
export async function checkSpecs(
  texts: readonly string[],
  { folder, model }: ImportTarget,
  terminal: Terminal,
): Promise<readonly (readonly string[])[]> {
  const sources = texts.map((text, index) => ({ path: `${folder}/${index}.json`, text }));
  const check = checkInWorkers({ inProcess: checkSources, terminal, onlyDiagnostics: true });
  const results = await check(sources, { project: model.project, fragments: new Map() });
  return results.map(({ diagnostics }) => diagnostics.filter(isError).map(({ message }) => message));
}
