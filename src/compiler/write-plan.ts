import { type Collector, collector, type Diagnostic, invariant, type Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { type Host, HostError, refusalReason, temporarySuffix } from "../contract/host.js";
import { manifestFile } from "./build-stamp.js";
import type { ProjectModel } from "./model.js";
import { foldersOf, isOutputPath, journalFile, type OutputFile, parentOf } from "./output-file.js";
import { Disk } from "./write/disk.js";
import {
  hasConflict,
  knownHash,
  type Manifest,
  parseJournal,
  parseManifest,
  printJournal,
  printManifest,
  sha256,
} from "./write/manifest.js";

/** The changes that a build would make in the output folder. Paths are relative to it, and sorted. */
export interface WritePlan {
  /** The output folder, relative to the project's root. */
  readonly output: string;
  readonly create: readonly OutputFile[];
  readonly update: readonly OutputFile[];
  readonly remove: readonly string[];
  readonly unchanged: readonly string[];
  /** The changed files, the manifest included, that contain the markers of an unresolved merge. */
  readonly conflicts: readonly string[];
  /** Temporary files that a killed build left. */
  readonly leftovers: readonly string[];
  /**
   * The manifest's new text; undefined if it doesn't change. It needs the hash of every file, and a file that was
   * rendered has one: so it is cheap only after the files are written.
   */
  readonly manifest: string | undefined;
  /** The paths in the journal of a build that was killed; undefined if there is no journal. */
  readonly journal: readonly string[] | undefined;
  /** The version of toolgen that builds now, and the one that wrote what is on disk. */
  readonly compiler: string;
  readonly writtenBy: string | undefined;
}

/** The outputs to write, and where. */
export interface PlanInput {
  /** The output folder, relative to the project's root. */
  readonly output: string;
  readonly files: readonly OutputFile[];
  /** The version of this toolgen. */
  readonly compiler: string;
  /** The project, whose server's name the manifest keeps if only the folder has it. */
  readonly project?: Pick<ProjectModel, "server" | "serverFrom">;
  /**
   * Paths, relative to the project's root, of files that haven't changed since a build wrote them as its manifest says.
   * They aren't read. By default all files are read.
   */
  readonly untouched?: { has(path: string): boolean };
}

/**
 * Compares new outputs with the files on disk. If the result has an error, the plan is empty, and nothing may be
 * written.
 */
export async function planWrites(host: Host, input: PlanInput): Promise<Result<WritePlan>> {
  const log = collector();
  const disk = new Disk(host, input.output);
  try {
    const planned = await planOn(disk, input, log);
    return log.result(log.hasErrors ? emptyPlan(input) : planned);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const location = { path: error.path };
    const link = await host.linkOn(error.path);
    if (link !== undefined) log.add(diagnostic("outside-output", { path: link }, { path: link }));
    else log.add(diagnostic("cannot-read-output", location, { ...location, reason: refusalReason(error) }));
    return log.result(emptyPlan(input));
  }
}

/** Returns true if a build would change nothing. */
export function isUpToDate(p: WritePlan): boolean {
  const steps = p.create.length + p.update.length + p.remove.length + p.leftovers.length;
  return steps === 0 && p.manifest === undefined && p.journal === undefined;
}

async function planOn(disk: Disk, input: PlanInput, log: Collector): Promise<WritePlan> {
  const hashes = new Map<string, string>();
  const files = input.files.map((file) => noteHash(file, hashes)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const outputs = new Set(files.map((file) => file.path));
  invariant(
    outputs.size === files.length && files.every((file) => isOutputPath(file.path)),
    "every output has a path of its own below the output folder",
  );

  const linked = (path: string) => log.add(diagnostic("outside-output", { path }, { path }));
  const link = await disk.linkAbove("");
  if (link !== undefined) linked(link);
  if (log.hasErrors) return emptyPlan(input);

  const { manifest, manifestText, journal } = await readRecords(disk, log);
  // Without the manifest, the files that may be deleted are unknown.
  if (log.hasErrors) return emptyPlan(input);
  const owned = new Set([...Object.keys(manifest?.files ?? {}), ...(journal ?? [])]);
  const obsolete = [...owned].filter((path) => !outputs.has(path)).sort();

  // One of several in a folder represents all of them.
  const links = new Set<string>();
  for (const path of new Map([...outputs, ...owned].map((path) => [parentOf(path), path])).values()) {
    const link = await disk.linkAbove(path);
    if (link !== undefined) links.add(link);
  }
  for (const link of links) linked(link);
  if (log.hasErrors) return emptyPlan(input);

  const states = new Map<OutputFile, State>();
  const conflicts = new Set(manifestText !== undefined && hasConflict(manifestText) ? [manifestFile] : []);
  const isUntouched = (path: string) => input.untouched?.has(disk.full(path)) === true;
  for (const file of files) {
    const known = manifest !== undefined && isUntouched(manifestFile) ? knownHash(file, { manifest, isUntouched }) : undefined;
    states.set(file, known?.state ?? (await stateOf(disk, file, { owned, obsolete, conflicts }, log)));
    if (known?.state === "same") hashes.set(file.path, known.holds);
  }
  const inState = (state: State) => files.filter((file) => states.get(file) === state);

  let newManifest: string | undefined;
  return {
    output: input.output,
    create: inState("new"),
    update: inState("different"),
    remove: await existing(disk, obsolete),
    unchanged: inState("same").map((file) => file.path),
    conflicts: [...conflicts].sort(),
    leftovers: await existing(
      disk,
      [...new Set([manifestFile, journalFile, ...outputs, ...owned])].map((path) => path + temporarySuffix).sort(),
    ),
    get manifest() {
      newManifest ??= printManifest({ toolgen: input.compiler, server: folderName(input), files: manifestHashes(files, hashes) });
      return newManifest === manifestText ? undefined : newManifest;
    },
    journal,
    compiler: input.compiler,
    writtenBy: manifest?.toolgen,
  };
}

const folderName = ({ project }: PlanInput) => (project?.serverFrom === "folder" ? project.server : undefined);

/** The same file. When it is rendered, its hash is noted, so that it needn't be kept or rendered again for that. */
function noteHash(file: OutputFile, hashes: Map<string, string>): OutputFile {
  const { path, executable, shared } = file;
  return {
    path,
    executable,
    ...(shared === undefined ? {} : { shared }),
    get sha256() {
      return file.sha256;
    },
    get text() {
      const { text } = file;
      if (!hashes.has(path)) hashes.set(path, sha256(text));
      return text;
    },
  };
}

function manifestHashes(files: readonly OutputFile[], hashes: ReadonlyMap<string, string>): Manifest["files"] {
  return Object.fromEntries(files.map((file) => [file.path, file.shared ? null : (hashes.get(file.path) ?? sha256(file.text))] as const));
}

async function readRecords(disk: Disk, log: Collector) {
  const manifestText = await disk.text(manifestFile);
  const journalText = await disk.text(journalFile);
  const manifest: Manifest | undefined =
    manifestText === undefined ? undefined : log.take(parseManifest(disk.full(manifestFile), manifestText));
  const journal = journalText === undefined ? undefined : log.take(parseJournal(disk.full(journalFile), journalText));
  return { manifest, manifestText, journal };
}

type State = "new" | "same" | "different" | "foreign";

interface Ownership {
  readonly owned: ReadonlySet<string>;
  readonly obsolete: readonly string[];
  /** Collects files that contain markers of a merge. */
  readonly conflicts: Set<string>;
}

async function stateOf(disk: Disk, file: OutputFile, { owned, obsolete, conflicts }: Ownership, log: Collector): Promise<State> {
  const foreign = (path: string): State => {
    log.add(diagnostic("foreign-file", { path: disk.full(path) }, { path: disk.full(path) }));
    return "foreign";
  };
  const blocking = await disk.blockedBy(file.path);
  if (blocking !== undefined) return owned.has(blocking) ? "new" : foreign(blocking);

  const type = await disk.type(file.path);
  if (type === undefined) return "new";
  // A folder is removed with the last of the old outputs in it.
  if (type === "directory") return obsolete.some((path) => path.startsWith(`${file.path}/`)) ? "new" : foreign(file.path);
  const bytes = type === "file" ? await disk.bytes(file.path) : undefined;
  if (bytes?.equals(Buffer.from(file.text))) {
    // An extra executable bit doesn't count as a difference, because some file systems set it on everything.
    return file.executable && !(await disk.isExecutable(file.path)) ? "different" : "same";
  }
  if (!owned.has(file.path)) return foreign(file.path);
  if (bytes !== undefined && hasConflict(bytes.toString("latin1"))) conflicts.add(file.path);
  return "different";
}

async function existing(disk: Disk, paths: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(paths.map(async (path) => ((await disk.type(path)) === "directory" ? undefined : disk.type(path))));
  return paths.filter((_, i) => there[i] !== undefined);
}

function emptyPlan({ output, compiler }: PlanInput): WritePlan {
  const nothing = { create: [], update: [], remove: [], unchanged: [], conflicts: [], leftovers: [] };
  return { output, ...nothing, manifest: undefined, journal: undefined, compiler, writtenBy: undefined };
}

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
