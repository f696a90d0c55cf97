import { basename, posix } from "node:path";
import { recordingHost } from "../../compiler/build-stamp.js";
import { configFile } from "../../compiler/config.js";
import type { Model, ProjectModel } from "../../compiler/model.js";
import { type DirectoryEntry, type Host, HostError } from "../../contract/host.js";
import { type GlobalOptions, UsageError } from "../command.js";
import { type Git, gitLine, runGit, unknownRevision } from "../io/run-git.js";
import type { Terminal } from "../io/terminal.js";
import { compileHostOrReport } from "./compile-or-report.js";
import { projectRoot } from "./open-project.js";

/** A project as it was at a revision. */
export interface RevisionModel {
  readonly model: Model;
  /** True if there was no project in this folder. The model is empty. */
  readonly isNew: boolean;
  /** Sentences that a reader of a comparison needs. */
  readonly notes: readonly string[];
}

interface RevisionRequest {
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  /** The present project, in the same folder. */
  readonly present: ProjectModel;
}

/** Compiles the specs of a revision with this compiler. Errors are those of the old specs, and reported. */
export async function revisionModel(revision: string, request: RevisionRequest): Promise<RevisionModel | undefined> {
  const { options, terminal, present } = request;
  const git = { folder: projectRoot(options, terminal), environment: terminal.environment, signal: new AbortController().signal };
  const base = await findBase(git, revision);
  const { host: committed, submodules } = await openCommit(git, base.commit);
  // The folder has one name at all revisions, also in a clone whose outputs have another.
  const { host, marks } = recordingHost({ ...committed, name: present.serverFrom === "folder" ? present.server : basename(git.folder) });
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
  if (isNew) return { model, isNew, notes: [`${base.revision} has no project in this folder, so everything is new.`] };
  return { model, isNew, notes: [...notesOf(base), ...(await notesOfSparse(git, marks))] };
}

/** A sparse checkout leaves out files that the index has: of the specs, they would seem to be deleted. */
async function notesOfSparse(git: Git, read: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const listed = await runGit(git, ["ls-files", "-t", "-z"]);
  const entries = listed.ok ? listed.stdout.toString("utf8").split("\0") : [];
  const [first, ...more] = entries.filter((entry) => entry.startsWith("S ") && read.has(entry.slice(2))).map((entry) => entry.slice(2));
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return [`This sparse checkout lacks ${first}${others}, so what is declared there seems to be gone. Run 'git sparse-checkout disable'.`];
}

function notesOf({ revision, commit, isMergeBase, isUncertain }: DiffBase): readonly string[] {
  if (isMergeBase) return [`The base is the merge base, ${commit.slice(0, 10)}: later changes of ${revision} don't count.`];
  if (!isUncertain) return [];
  return [`This clone is too shallow to find the merge base: later changes of ${revision} count too. Run 'git fetch --unshallow'.`];
}

/** The commit that a project is compared with. */
interface DiffBase {
  /** The revision as the user wrote it. */
  readonly revision: string;
  readonly commit: string;
  /** True if the commit isn't the revision itself, but its merge base with HEAD. */
  readonly isMergeBase: boolean;
  /** True if the clone has too few commits to find the merge base, so that the revision itself is compared. */
  readonly isUncertain: boolean;
}

/**
 * Finds the commit for a revision. A branch that went on since this one began is compared from where they parted, as in
 * a pull request: `main` and `main...HEAD` mean the merge base, `main..HEAD` means the revision itself.
 */
async function findBase(git: Git, revision: string): Promise<DiffBase> {
  const [, from = "", dots, to = ""] = /^(.*?)(\.{2,3})(.*)$/.exec(revision) ?? [revision, revision];
  const commit = await commitOf(git, from || "HEAD");
  const head = await gitLine(git, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (to !== "" && (await commitOf(git, to)) !== head)
    throw new UsageError(
      `'${to}' isn't checked out: the present files are compared with a revision.`,
      `Check it out, or name '${from}' alone.`,
    );
  const named = { revision: from || "HEAD", commit, isMergeBase: false, isUncertain: false };
  if (dots === ".." || head === undefined || head === commit) return named;
  const mergeBase = await gitLine(git, ["merge-base", commit, "HEAD"]);
  if (mergeBase !== undefined) return { ...named, commit: mergeBase, isMergeBase: mergeBase !== commit };
  // The checkout of a pull request's merge: its commit names the base, which a shallow clone may not follow.
  const merge = (await gitLine(git, ["cat-file", "commit", "HEAD"])) ?? "";
  return { ...named, isUncertain: !merge.split("\n").includes(`parent ${commit}`) && (await isShallow(git)) };
}

async function commitOf(git: Git, revision: string): Promise<string> {
  const found = await runGit(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (found.ok) return found.stdout.toString("utf8").trim();
  throw await explainMissing(git, revision, found);
}

const isShallow = async (git: Git) => (await gitLine(git, ["rev-parse", "--is-shallow-repository"])) === "true";

/** Explains why a revision isn't there by the kind of clone, and names the command that helps. */
async function explainMissing(
  git: Git,
  revision: string,
  { reason, stderr }: { readonly reason: string; readonly stderr: string },
): Promise<UsageError> {
  const owned = /safe\.directory (.+)$/m.exec(stderr)?.[1];
  if (owned !== undefined)
    return new UsageError(
      "Git doesn't read this repository, because another user owns it.",
      `If you trust it, run: git config --global --add safe.directory ${owned}`,
    );
  if (/not a git repository/i.test(stderr))
    return new UsageError(`There is no Git repository here, so there is no revision '${revision}' to compare with.`, "Run it in one.");
  if (reason !== unknownRevision) return new UsageError(`Can't read the revision '${revision}': ${reason}.`);
  if (revision === "HEAD") return new UsageError("The repository has no commit to compare with.", "Commit the project first.");
  return new UsageError(`There is no revision '${revision}' here: ${reason}.`, await remedy(git, revision));
}

async function remedy(git: Git, revision: string): Promise<string> {
  const remote = (await gitLine(git, ["remote"]))?.split("\n")[0];
  const tracked = remote === undefined ? undefined : `${remote}/${revision}`;
  if (tracked !== undefined && (await gitLine(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${tracked}^{commit}`])))
    return `This clone has it as '${tracked}'.`;
  if (await isShallow(git))
    return `This clone is shallow. Run 'git fetch --unshallow ${remote ?? "origin"}', or check out with 'fetch-depth: 0' in CI.`;
  const outer = await gitLine(git, ["rev-parse", "--show-superproject-working-tree"]);
  if (outer !== undefined) return `This project is in a submodule of ${outer}. Name a revision of the submodule.`;
  if (tracked !== undefined)
    return `Name a branch, a tag or a commit that this clone has, or run 'git fetch ${remote} ${revision}' and name FETCH_HEAD.`;
  return "Name a branch, a tag or a commit that this clone has.";
}

/** The project's files at a commit, and the paths of submodules, whose files the repository doesn't have. */
interface CommittedProject {
  readonly host: Host;
  readonly submodules: readonly string[];
}

/** Opens the project's files at a commit, as a host that can only be read. Nothing is checked out. */
async function openCommit(git: Git, commit: string): Promise<CommittedProject> {
  const read = batchReader(git);
  const committed = await listFiles(git, commit, read);
  const { files, submodules } = committed;
  const file = (path: string) => files.get(realPath(committed, path));
  const host: Host = {
    list: async (dir) => listFolder(committed, realPath(committed, dir)),
    realPath: async (path) => {
      const real = realPath(committed, path);
      if (files.has(real) || listFolder(committed, real) !== undefined) return real;
      throw new HostError({ code: "ENOENT", path, message: `'${path}' is not in ${commit}` });
    },
    linkOn: async () => undefined,
    folderId: async () => undefined,
    stat: async (path) => file(path),
    marks: async (paths) => paths.map((path) => file(path)?.hash ?? "absent"),
    read: async (path) => {
      const found = file(path);
      return found === undefined ? undefined : read(found.hash);
    },
    write: refuse,
    remove: refuse,
    withLock: (_, action) => action(),
  };
  return { host, submodules };
}

async function refuse(): Promise<never> {
  throw new HostError({ code: "EROFS", path: ".", message: "a revision can't be written" });
}

interface BlobEntry {
  readonly hash: string;
  readonly size: number;
  readonly executable: boolean;
}

/** Files and links below the project's folder, by path. */
interface CommittedFiles {
  readonly files: ReadonlyMap<string, BlobEntry>;
  /** The targets of links, relative to the project's folder. */
  readonly links: ReadonlyMap<string, string>;
  readonly submodules: readonly string[];
}

async function listFiles(git: Git, commit: string, read: BlobReader): Promise<CommittedFiles> {
  const listed = await runGit(git, ["ls-tree", "-r", "-l", "-z", commit]);
  if (!listed.ok) throw await unreadable(git, commit, listed.reason);
  const files = new Map<string, BlobEntry>();
  const submodules: string[] = [];
  const links = new Map<string, string>();
  for (const line of listed.stdout.toString("utf8").split("\0")) {
    const [, mode = "", hash = "", size = "", path = ""] = /^(\d+) (?:blob|commit) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    // Git prints `BAD` for the size of an object that the clone doesn't have.
    if (mode.startsWith("100")) files.set(path, { hash, size: Number(size) || 0, executable: mode === "100755" });
    else if (mode === "120000") links.set(path, hash);
    else if (mode.startsWith("160")) submodules.push(path);
  }
  const targets = await Promise.all(
    [...links].map(async ([path, hash]) => [path, targetOf(path, new TextDecoder().decode(await read(hash)))] as const),
  );
  return { files, links: new Map(targets), submodules };
}

const targetOf = (path: string, text: string) => (posix.isAbsolute(text) ? text : posix.join(posix.dirname(path), text));

/** More links on a path are taken for a loop, as on Linux. */
const mostLinks = 40;

/** Follows the links on a path. One that leads out of the project, or nowhere, ends at a path that isn't there. */
function realPath({ links }: CommittedFiles, path: string): string {
  let real = posix.normalize(path);
  for (let followed = 0; followed < mostLinks; followed++) {
    const steps = real.split("/");
    const at = steps.findIndex((_, i) => links.has(steps.slice(0, i + 1).join("/")));
    if (at === -1) return real;
    real = posix.join(links.get(steps.slice(0, at + 1).join("/")) ?? "", ...steps.slice(at + 1));
  }
  return real;
}

/** A partial clone lacks objects, which it could get while it runs: toolgen doesn't let it, so the user has to. */
async function unreadable(git: Git, commit: string, reason: string): Promise<UsageError> {
  const isPartial = (await gitLine(git, ["config", "--get-regexp", "^remote\\..*\\.(promisor|partialclonefilter)$"])) !== undefined;
  if (!isPartial) return new UsageError(`Can't read the files of ${commit}: ${reason}.`, "Run 'git fsck' to check the repository.");
  return new UsageError(
    `Can't read the files of ${commit}: this clone is partial, and doesn't have them.`,
    `Run 'git diff ${commit} > /dev/null' in this folder: it fetches them.`,
  );
}

/** The entries of a folder, by its real path; `undefined` if there is none. */
function listFolder(committed: CommittedFiles, dir: string): readonly DirectoryEntry[] | undefined {
  const inside = dir === "." || dir === "" ? "" : `${dir}/`;
  const entries = new Map<string, DirectoryEntry>();
  for (const path of [...committed.files.keys(), ...committed.links.keys()]) {
    if (!path.startsWith(inside)) continue;
    const [name = "", ...rest] = path.slice(inside.length).split("/");
    const type = rest.length > 0 ? "directory" : typeAt(committed, path);
    entries.set(name, { name, type });
  }
  return entries.size === 0 && inside !== "" ? undefined : [...entries.values()];
}

function typeAt(committed: CommittedFiles, path: string): DirectoryEntry["type"] {
  if (committed.files.has(path)) return "file";
  const real = realPath(committed, path);
  if (committed.files.has(real)) return "file";
  const below = real === "." ? "" : `${real}/`;
  return [...committed.files.keys()].some((file) => file.startsWith(below)) ? "directory" : "other";
}

type BlobReader = (hash: string) => Promise<Uint8Array>;

/** Reads blobs. Those that are asked for at the same time are read by one process. */
function batchReader(git: Git): BlobReader {
  let waiting: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  let hashes = new Set<string>();
  return async (hash) => {
    hashes.add(hash);
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const batch = [...hashes];
      [hashes, waiting] = [new Set(), undefined];
      return readBlobs(git, batch);
    });
    const bytes = (await waiting).get(hash);
    if (bytes === undefined) throw new HostError({ code: "EIO", path: hash, message: "Git didn't return a file" });
    return bytes;
  };
}

async function readBlobs(git: Git, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const printed = await runGit(git, ["cat-file", "--batch"], `${hashes.join("\n")}\n`);
  if (!printed.ok) throw await unreadable(git, "the revision", printed.reason);
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < printed.stdout.length; ) {
    const end = printed.stdout.indexOf("\n", at);
    const [hash = "", type, size = "0"] = printed.stdout.toString("utf8", at, end).split(" ");
    if (type === "missing") throw await unreadable(git, "the revision", `${hash} is missing`);
    const start = end + 1;
    blobs.set(hash, printed.stdout.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}
