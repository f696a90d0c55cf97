import { configFile } from "../../check/project/config.js";
import type { Model } from "../../model/tool.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileHostOrReport } from "../project/compile-or-report.js";
import { projectRoot } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";
import { type DiffBase, findBase } from "./find-base.js";
import { openCommit } from "./open-commit.js";

/** A project as it was at a revision. */
export interface RevisionModel {
  readonly model: Model;
  /** True if there was no project in this folder. The model is empty. */
  readonly isNew: boolean;
  /** Sentences that a reader of a comparison needs. */
  readonly notes: readonly string[];
}

/** Compiles the specs of a revision with this compiler. Errors are those of the old specs, and reported. */
export async function revisionModel(revision: string, options: GlobalOptions, terminal: Terminal): Promise<RevisionModel | undefined> {
  const git = { folder: projectRoot(options, terminal), environment: terminal.environment, signal: new AbortController().signal };
  const base = await findBase(git, revision);
  const { host, submodules } = await openCommit(git, base.commit);
  const compilation = await compileHostOrReport(host, { options, terminal, revision: base.revision, mayBeEmpty: true });
  if (compilation === undefined) {
    terminal.err(`The specs of ${base.revision} have errors for this toolgen, so they can't be compared.\n`);
    return undefined;
  }
  const { model } = compilation;
  const isEmpty = model.tools.length + model.prompts.length + model.resources.length === 0;
  if (isEmpty && submodules.length > 0)
    throw new UsageError(
      `At ${base.revision}, the specs may be in a submodule (${submodules.join(", ")}), whose files aren't in this repository.`,
      "Compare with toolgen.lock, or run 'toolgen diff' in the submodule.",
    );
  const isNew = isEmpty && (await host.stat(configFile)) === undefined;
  return { model, isNew, notes: isNew ? [`${base.revision} has no project in this folder, so everything is new.`] : notesOf(base) };
}

function notesOf({ revision, commit, isMergeBase, isUncertain }: DiffBase): readonly string[] {
  if (isMergeBase) return [`The base is the merge base, ${commit.slice(0, 10)}: later changes of ${revision} don't count.`];
  if (!isUncertain) return [];
  return [`This clone is too shallow to find the merge base: later changes of ${revision} count too. Run 'git fetch --unshallow'.`];
}
