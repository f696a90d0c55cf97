import { diagnostic } from "../diagnostics/codes.js";
import { type Collector, collector } from "../diagnostics/collector.js";
import type { Result } from "../diagnostics/diagnostic.js";
import { invariant } from "../diagnostics/invariant.js";
import type { OutputFile } from "../emit/output-file.js";
import { type Host, HostError, refusalReason, temporarySuffix } from "../host.js";
import { hasConflict } from "./conflict.js";
import { Disk } from "./disk.js";
import { parseJournal } from "./journal.js";
import { knownHash, sha256 } from "./known-hash.js";
import { type Manifest, parseManifest, printManifest } from "./manifest.js";
import { isOutputPath, journalFile, manifestFile, parentOf } from "./output-path.js";

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
      newManifest ??= printManifest({ toolgen: input.compiler, files: manifestHashes(files, hashes) });
      return newManifest === manifestText ? undefined : newManifest;
    },
    journal,
    compiler: input.compiler,
    writtenBy: manifest?.toolgen,
  };
}

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
