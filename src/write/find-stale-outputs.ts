import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { journalFile, manifestFile } from "./output-path.js";
import type { WritePlan } from "./write-plan.js";

/**
 * Returns the stale outputs for `build --check`: every file that a build would create, change or remove. If another
 * version of toolgen wrote the folder, that comes first. No findings mean that the outputs are exactly those of the
 * specs.
 */
export function findStaleOutputs(plan: WritePlan): readonly Diagnostic[] {
  const at = (path: string) => ({ path: `${plan.output}/${path}` });
  const theirs = plan.writtenBy;
  const otherCompiler = theirs !== undefined && theirs !== plan.compiler;
  const missing = plan.create.map(({ path }) => diagnostic("output-missing", at(path), at(path)));
  const conflicted = new Set(plan.conflicts);
  const changed = plan.update
    .filter(({ path }) => !conflicted.has(path))
    .map(({ path }) => diagnostic("output-changed", at(path), at(path)));
  const conflicts = plan.conflicts.map((path) => diagnostic("output-conflict", at(path), at(path)));
  const journal = plan.journal === undefined ? [] : [journalFile];
  const extra = [...plan.remove, ...plan.leftovers, ...journal].map((path) => diagnostic("output-extra", at(path), at(path)));
  const files = [...missing, ...changed, ...conflicts, ...extra].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (otherCompiler) return [diagnostic("other-compiler", at(manifestFile), { theirs, ours: plan.compiler }), ...files];
  if (plan.manifest === undefined) return files;
  // The manifest follows from the files: it is only reported if it alone is wrong.
  const code = theirs === undefined ? "output-missing" : "output-changed";
  return files.length > 0 ? files : [diagnostic(code, at(manifestFile), at(manifestFile))];
}
