import { type DirectoryEntry, type Host, HostError } from "../../host.js";
import { UsageError } from "../usage-error.js";
import { type Git, gitLine, runGit } from "./run-git.js";

/** The project's files at a commit, and the paths of submodules, whose files the repository doesn't have. */
export interface CommittedProject {
  readonly host: Host;
  readonly submodules: readonly string[];
}

/** Opens the project's files at a commit, as a host that can only be read. Nothing is checked out. */
export async function openCommit(git: Git, commit: string): Promise<CommittedProject> {
  const { files, submodules } = await listFiles(git, commit);
  const read = batchReader(git);
  const host: Host = {
    list: async (dir) => listFolder(files, dir),
    realPath: async (path) => {
      if (files.has(path) || listFolder(files, path) !== undefined) return path;
      throw new HostError({ code: "ENOENT", path, message: `'${path}' is not in ${commit}` });
    },
    linkOn: async () => undefined,
    folderId: async () => undefined,
    stat: async (path) => files.get(path),
    marks: async (paths) => paths.map((path) => files.get(path)?.hash ?? "absent"),
    read: async (path) => {
      const file = files.get(path);
      return file === undefined ? undefined : read(file.hash);
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

interface CommittedFiles {
  /** The regular files below the project's folder, by path. Links are left out. */
  readonly files: ReadonlyMap<string, BlobEntry>;
  readonly submodules: readonly string[];
}

async function listFiles(git: Git, commit: string): Promise<CommittedFiles> {
  const listed = await runGit(git, ["ls-tree", "-r", "-l", "-z", commit]);
  if (!listed.ok) throw await unreadable(git, commit, listed.reason);
  const files = new Map<string, BlobEntry>();
  const submodules: string[] = [];
  for (const line of listed.stdout.toString("utf8").split("\0")) {
    const [, mode = "", hash = "", size = "", path = ""] = /^(\d+) (?:blob|commit) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    // Git prints `BAD` for the size of an object that the clone doesn't have.
    if (mode.startsWith("100")) files.set(path, { hash, size: Number(size) || 0, executable: mode === "100755" });
    else if (mode.startsWith("160")) submodules.push(path);
  }
  return { files, submodules };
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

function listFolder(files: ReadonlyMap<string, BlobEntry>, dir: string): readonly DirectoryEntry[] | undefined {
  const inside = dir === "." || dir === "" ? "" : `${dir}/`;
  const entries = new Map<string, DirectoryEntry>();
  for (const path of files.keys()) {
    if (!path.startsWith(inside)) continue;
    const [name = "", ...rest] = path.slice(inside.length).split("/");
    entries.set(name, { name, type: rest.length === 0 ? "file" : "directory" });
  }
  return entries.size === 0 && inside !== "" ? undefined : [...entries.values()];
}

/** Reads blobs. Those that are asked for at the same time are read by one process. */
function batchReader(git: Git): (hash: string) => Promise<Uint8Array> {
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
