import type { SurfaceChange } from "./change.js";
import type { Surface } from "./surface.js";

/** The changes between two surfaces, and which of them must be accepted and aren't. */
export interface ReviewedChanges {
  readonly changes: readonly SurfaceChange[];
  readonly pending: readonly SurfaceChange[];
}

/** Returns the lock after a build: the new form of each document, but the old one of those with a pending change. */
export function acceptChanges(locked: Surface, current: Surface, { changes, pending }: ReviewedChanges): Surface {
  const isProjectPending = pending.some(({ document }) => document === "project");
  const project = isProjectPending ? locked.project : current.project;
  return {
    tools: merge("tool", locked.tools, current.tools),
    prompts: merge("prompt", locked.prompts, current.prompts),
    resources: merge("resource", locked.resources, current.resources),
    ...(project !== undefined && { project }),
  };

  function merge<T>(document: SurfaceChange["document"], before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>) {
    const names = new Set(pending.filter((change) => change.document === document).map(({ name }) => name));
    // A renamed tool whose new form isn't accepted keeps its old name.
    const renames = changes.filter(
      (change) => change.code === "tool-renamed" && change.document === document && names.has(String(change.after)),
    );
    const keptNames = new Set([...names, ...renames.map(({ name }) => name)]);
    const entries = [
      ...Object.entries(before).filter(([name]) => keptNames.has(name)),
      ...Object.entries(after).filter(([name]) => !names.has(name)),
    ];
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}
