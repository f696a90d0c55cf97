import { checkSources } from "../../check/check.js";
import { isError } from "../../diagnostics/diagnostic.js";
import type { CheckSpecs } from "../../import/buildable.js";
import { needsWorkers } from "../build/check-in-workers.js";
import { type CheckWorkers, startCheckWorkers } from "../build/check-workers.js";
import type { Terminal } from "../io/terminal.js";
import type { ImportTarget } from "./open-import-target.js";

/**
 * Calls `use` with a function that returns the errors of specs, which are JSON, as a build finds them. For many specs
 * it starts the threads that check them first, so that they load the compiler while `use` makes the specs.
 */
export async function withSpecCheck<T>(
  specs: number,
  { folder, model }: ImportTarget,
  terminal: Terminal,
  use: (check: CheckSpecs) => Promise<T>,
): Promise<T> {
  const context = { project: model.project, fragments: new Map() };
  const workers: CheckWorkers | undefined = needsWorkers(specs, terminal)
    ? startCheckWorkers(context, { terminal, onlyDiagnostics: true })
    : undefined;
  try {
    return await use(async (texts) => {
      const sources = texts.map((text, index) => ({ path: `${folder}/${index}.json`, text }));
      const results = await (workers?.check(sources) ?? checkSources(sources, context));
      return results.map(({ diagnostics }) => diagnostics.filter(isError).map(({ message }) => message));
    });
  } finally {
    await workers?.end();
  }
}
