import { diagnostic } from "../diagnostics/codes.js";
import type { Result } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../emit/output-file.js";
import { type Host, HostError, refusalReason } from "../host.js";
import { printJournal } from "./journal.js";
import { foldersOf, journalFile, manifestFile } from "./output-path.js";
import type { WritePlan } from "./write-plan.js";

/** One change of the output folder: a file is replaced whole, or removed. */
type Step = { readonly kind: "write"; readonly file: OutputFile } | { readonly kind: "remove"; readonly path: string };

/**
 * Executes a plan. It stops at the first error of the file system and reports it. Every file then has its old or its
 * new content, and the next build completes the work.
 */
export async function applyPlan(host: Host, plan: WritePlan): Promise<Result<void>> {
  for (const step of steps(plan)) {
    const path = `${plan.output}/${step.kind === "write" ? step.file.path : step.path}`;
    try {
      if (step.kind === "remove") await host.remove(path);
      else await host.write({ path, text: step.file.text, executable: step.file.executable });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return [undefined, [diagnostic("cannot-write", { path }, { path, reason: refusalReason(error) })]];
    }
  }
  return [undefined, []];
}

/**
 * Orders the changes so that a build may be killed after any of them: first the journal, which lists the files to
 * create, then the files, then the manifest, which lists all files, and at last the journal is removed. So the next
 * build takes no file that a killed one left for another program's file.
 */
function* steps(plan: WritePlan): Iterable<Step> {
  const { create, update, remove } = plan;
  const announced = [...new Set([...(plan.journal ?? []), ...create.map((file) => file.path)])];
  const announces = announced.length > (plan.journal ?? []).length;
  const inTheWay = new Set(removalsInTheWay(plan));
  yield* plan.leftovers.map(removal);
  if (announces) yield writing(text(journalFile, printJournal(announced)));
  yield* [...inTheWay].map(removal);
  yield* [...create, ...update].map(writing);
  yield* remove.filter((path) => !inTheWay.has(path)).map(removal);
  // Only now, each file has been rendered.
  if (plan.manifest !== undefined) yield writing(text(manifestFile, plan.manifest));
  if (announces || plan.journal !== undefined) yield removal(journalFile);
}

/** Old files at the path of a folder that a new file needs, and old files in a folder whose path a new file needs. */
function removalsInTheWay({ create, remove }: WritePlan): readonly string[] {
  const created = new Set(create.map((file) => file.path));
  const folders = new Set(create.flatMap((file) => foldersOf(file.path)));
  return remove.filter((path) => folders.has(path) || foldersOf(path).some((folder) => created.has(folder)));
}

const removal = (path: string): Step => ({ kind: "remove", path });
const writing = (file: OutputFile): Step => ({ kind: "write", file });
const text = (path: string, content: string): OutputFile => ({ path, text: content, executable: false });
