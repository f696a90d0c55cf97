import { type DirectoryEntry, type Host, HostError } from "../../host.js";
import { UsageError } from "../usage-error.js";
import { type Git, runGit, unknownRevision } from "./run-git.js";

/** Opens the project's files at a Git revision, as a host that can only be read. Nothing is checked out. */
export async function gitHost(git: Git, revision: string): Promise<Host> {
  const commit = await commitOf(git, revision);
  const files = await listFiles(git, commit);
  const read = batchReader(git);
  return {
    list: async (dir) => listFolder(files, dir),
    realPath: async (path) => {
      if (files.has(path) || listFolder(files, path) !== undefined) return path;
      throw new HostError({ code: "ENOENT", path, message: `'${path}' is not in ${revision}` });
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
}

async function refuse(): Promise<never> {
  throw new HostError({ code: "EROFS", path: ".", message: "a revision can't be written" });
}

async function commitOf(git: Git, revision: string): Promise<string> {
  const found = await runGit(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (found.ok) return found.stdout.toString("utf8").trim();
  if (revision === "HEAD" && found.reason === unknownRevision)
    throw new UsageError("The repository has no commit to compare with.", "Commit the project first.");
  if (/^not a git repository/i.test(found.reason))
    throw new UsageError(`There is no Git repository here, so there is no revision '${revision}' to compare with.`, "Run it in one.");
  const hint = "Name a branch, a tag or a commit that this clone has. CI clones often need 'fetch-depth: 0' or 'git fetch'.";
  throw new UsageError(`There is no revision '${revision}' here: ${found.reason}.`, hint);
}

interface BlobEntry {
  readonly hash: string;
  readonly size: number;
  readonly executable: boolean;
}

/** The regular files below the project's folder. Links and submodules are left out. */
async function listFiles(git: Git, commit: string): Promise<ReadonlyMap<string, BlobEntry>> {
  const listed = await runGit(git, ["ls-tree", "-r", "-l", "-z", commit]);
  if (!listed.ok) throw new UsageError(`Can't list the files of ${commit}: ${listed.reason}.`);
  const files = new Map<string, BlobEntry>();
  for (const line of listed.stdout.toString("utf8").split("\0")) {
    const [, mode = "", hash = "", size = "", path = ""] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
    if (mode.startsWith("100")) files.set(path, { hash, size: Number(size), executable: mode === "100755" });
  }
  return files;
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
  if (!printed.ok) throw new UsageError(`Can't read the files of the revision: ${printed.reason}.`);
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < printed.stdout.length; ) {
    const end = printed.stdout.indexOf("\n", at);
    const [hash = "", , size = "0"] = printed.stdout.toString("utf8", at, end).split(" ");
    const start = end + 1;
    blobs.set(hash, printed.stdout.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return blobs;
}
