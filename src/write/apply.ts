import { diagnostic } from "../diagnostics/codes.js";
import type { Result } from "../diagnostics/diagnostic.js";
import type { OutputFile } from "../emit/output-file.js";
import { type Host, HostError, refusalReason } from "../host.js";
import { printJournal } from "./manifest.js";
import { foldersOf, JOURNAL, MANIFEST } from "./output-path.js";
import type { WritePlan } from "./plan.js";

/** One change of the output folder: a file is replaced whole, or removed. */
type Step = { readonly kind: "write"; readonly file: OutputFile } | { readonly kind: "remove"; readonly path: string };

/**
 * Carries out a plan. At the first refusal of the file system it stops and tells of it: every file is then either as it was or as it
 * is to be, and the next build completes the work.
 */
export async function apply(host: Host, plan: WritePlan): Promise<Result<void>> {
  for (const step of steps(plan)) {
    const path = `${plan.output}/${step.kind === "write" ? step.file.path : step.path}`;
    try {
      await (step.kind === "write" ? host.write({ ...step.file, path }) : host.remove(path));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return [undefined, [diagnostic("cannot-write", { path }, { path, reason: refusalReason(error) })]];
    }
  }
  return [undefined, []];
}

/**
 * The changes in an order that may end anywhere. Whatever a build creates is known to the next one before it exists: from the journal,
 * and once all is done from the manifest. So nothing that a killed build left can pass for a file of somebody else.
 */
function steps(plan: WritePlan): readonly Step[] {
  const { create, update, remove } = plan;
  const announced = [...new Set([...(plan.journal ?? []), ...create.map((file) => file.path)])];
  const announces = announced.length > (plan.journal ?? []).length;
  const inTheWay = new Set(removalsInTheWay(plan));
  return [
    ...plan.leftovers.map(removal),
    ...(announces ? [writing(text(JOURNAL, printJournal(announced)))] : []),
    ...[...inTheWay].map(removal),
    ...[...create, ...update].map(writing),
    ...remove.filter((path) => !inTheWay.has(path)).map(removal),
    ...(plan.manifest === undefined ? [] : [writing(text(MANIFEST, plan.manifest))]),
    ...(announces || plan.journal !== undefined ? [removal(JOURNAL)] : []),
  ];
}

/** Old files where a new file needs a folder, and old files in a folder where there is to be a file. */
function removalsInTheWay({ create, remove }: WritePlan): readonly string[] {
  const created = new Set(create.map((file) => file.path));
  const folders = new Set(create.flatMap((file) => foldersOf(file.path)));
  return remove.filter((path) => folders.has(path) || foldersOf(path).some((folder) => created.has(folder)));
}

const removal = (path: string): Step => ({ kind: "remove", path });
const writing = (file: OutputFile): Step => ({ kind: "write", file });
const text = (path: string, content: string): OutputFile => ({ path, text: content, executable: false });
