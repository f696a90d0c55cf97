import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { Model, ToolSource } from "../model/tool.js";
import { acceptChanges } from "./accept-changes.js";
import { changeText, effectOf, groupChanges, needsAcceptance, type SurfaceChange } from "./change.js";
import { compareSurfaces, projectName } from "./compare-surfaces.js";
import { parseSurfaceLock, printSurfaceLock, surfaceLockFile } from "./surface-lock-file.js";
import { surfaceName, surfaceOfModel } from "./surface-of-model.js";

/** The lock of a project beside its specs. */
export interface CheckedLock {
  /** The text that a build writes: changes that must be accepted aren't in it. */
  readonly text: string;
  readonly isStale: boolean;
}

/**
 * Compares a project with its lock. Changes that must be accepted are diagnostics at their tool. A lock that can't be
 * read is one too, and has no value.
 */
export function checkSurfaceLock(model: Model, text: string): Result<CheckedLock | undefined> {
  const lock = parseSurfaceLock(text);
  if (!lock.ok) return [undefined, [diagnostic("unreadable-lock", { path: surfaceLockFile }, { reason: lock.reason })]];
  const current = surfaceOfModel(model);
  const changes = compareSurfaces(lock.surface, current);
  const pending = changes.filter(needsAcceptance);
  const next = printSurfaceLock(acceptChanges(lock.surface, current, { changes, pending }));
  return [{ text: next, isStale: next !== text }, changeDiagnostics(model, pending)];
}

/** One diagnostic for each document and effect: a tool that changed often has many changes at the same name. */
function changeDiagnostics(model: Model, pending: readonly SurfaceChange[]): readonly Diagnostic[] {
  const groups = groupChanges(pending, (change) => JSON.stringify([change.document, change.name, effectOf(change)]));
  return groups.map((changes) => changeDiagnostic(model, changes));
}

/** At the name of the tool, or about the lock if the tool is gone. */
function changeDiagnostic(model: Model, changes: readonly [SurfaceChange, ...SurfaceChange[]]): Diagnostic {
  const [first] = changes;
  const { document, name } = first;
  const code = effectOf(first) === "breaking" ? "breaking-change" : "riskier-change";
  const change = changes.map(changeText).join(" ");
  const otherwise = { path: document === "project" ? projectName : surfaceLockFile };
  return diagnostic(code, sourceOf(model, first)?.nameSpan ?? otherwise, { document, name, change });
}

function sourceOf(model: Model, { document, name }: SurfaceChange): ToolSource | undefined {
  const documents = {
    tool: [...model.tools, ...model.hosted],
    prompt: model.prompts.map(({ tool }) => tool),
    resource: model.resources.map(({ tool }) => tool),
    project: [],
  };
  return documents[document].find((tool) => surfaceName(tool) === name)?.source;
}
