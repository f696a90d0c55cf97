import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { Model } from "../model/tool.js";
import { acceptChanges } from "./accept-changes.js";
import { changeText, effectOf, needsAcceptance, type SurfaceChange } from "./change.js";
import { compareSurfaces } from "./compare-surfaces.js";
import { lockFile, parseLock, printLock } from "./lock-file.js";
import { surfaceOfModel } from "./surface-of-model.js";

/** The lock of a project beside its specs. */
export interface CheckedLock {
  /** The text that a build writes: changes that must be accepted aren't in it. */
  readonly text: string;
  readonly isStale: boolean;
}

/**
 * Compares a project with its lock. Changes that must be accepted are diagnostics at their tool. A lock that can't be
 * read is one too, and has no value. `isAccepted` says which of these changes the user accepts.
 */
export function checkLock(
  model: Model,
  text: string,
  isAccepted: (change: SurfaceChange) => boolean = () => false,
): Result<CheckedLock | undefined> {
  const lock = parseLock(text);
  if (!lock.ok) return [undefined, [diagnostic("unreadable-lock", { path: lockFile }, { reason: lock.reason })]];
  const current = surfaceOfModel(model);
  const changes = compareSurfaces(lock.surface, current);
  const next = printLock(acceptChanges(lock.surface, current, changes, isAccepted));
  const pending = changes.filter((change) => needsAcceptance(change) && !isAccepted(change));
  return [{ text: next, isStale: next !== text }, changeDiagnostics(model, pending)];
}

/** One diagnostic for each document and effect: a tool that changed often has many changes at the same name. */
function changeDiagnostics(model: Model, pending: readonly SurfaceChange[]): readonly Diagnostic[] {
  const groups = new Map<string, SurfaceChange[]>();
  for (const change of pending) {
    const key = JSON.stringify([change.document, change.name, effectOf(change)]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((changes) => changeDiagnostic(model, changes));
}

/** At the name of the tool, or about the lock if the tool is gone. */
function changeDiagnostic(model: Model, changes: readonly SurfaceChange[]): readonly Diagnostic[] {
  const [first] = changes;
  if (first === undefined) return [];
  const { document, name } = first;
  const documents = { tool: model.tools, prompt: model.prompts.map(({ tool }) => tool), resource: model.resources.map(({ tool }) => tool) };
  const found = documents[document].find((tool) => tool.name === name);
  const code = effectOf(first) === "breaking" ? "breaking-change" : "riskier-change";
  const change = changes.map(changeText).join(" ");
  return [diagnostic(code, found?.source.nameSpan ?? { path: lockFile }, { document, name, change })];
}
