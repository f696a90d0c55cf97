import type { KnownText } from "./diagnostic.js";
/** An entry of a directory: its name and its type, with symbolic links followed. */
export interface DirectoryEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
}

/** A file to be put on disk: whole, with its permission bits (`0o644` or `0o755`). */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  /** Keeps the permissions of the file that is replaced, and refuses (`EACCES`) one that can't be written. */
  readonly keepsMode?: true;
}

/**
 * The compiler's only access to the file system. Paths are relative to the project's root, with `/` between their
 * parts. Every method rejects with a `HostError` if the file system refuses, and if a path leads out of the root
 * (`EOUTSIDE`) or into a Git directory (`EGIT`), lexically or through symbolic links.
 */
export interface Host {
  /** The limits of what is read. Without it, `defaultLimits`. */
  readonly limits?: ReadLimits;
  /**
   * The absolute path of the root, for compilers that read files themselves (TypeScript and its packages, for
   * handlers). A host whose files aren't on disk has none.
   */
  readonly folder?: string;
  /** The name of the root's folder, which names a project that has no other name. A view of a project has it too. */
  readonly name?: string;
  /** A host with a `folder` has this too. */
  readonly modules?: ModuleAccess;
  /** The entries of a folder, in no special order; `undefined` if there is no such folder. */
  list(dir: string): Promise<readonly DirectoryEntry[] | undefined>;
  /** The folder's or file's real path, symbolic links followed. Used to notice loops. */
  realPath(path: string): Promise<string>;
  /** The first part of a path, itself included, that is a symbolic link; `undefined` if none is. */
  linkOn(path: string): Promise<string | undefined>;
  /**
   * Identifies a folder on this machine, by its inode and its creation time in nanoseconds, which nothing in a
   * repository can forge. `undefined` if it doesn't exist, or the file system doesn't know. With `create`, it is
   * created first if that is possible.
   */
  folderId(path: string, options?: { readonly create: boolean }): Promise<string | undefined>;
  /** The size in bytes and whether the owner may execute it; `undefined` if there is no such file. */
  stat(path: string): Promise<{ readonly size: number; readonly executable: boolean } | undefined>;
  /**
   * For each path a text that differs whenever a file's bytes or permissions, or a folder's entries, may have changed
   * since the last request, also if nothing is there or it can't be read. For an existing path it ends in `;` and the
   * millisecond since 1970 at which it last changed. A build with nothing to do requests thousands, so it requests them
   * at once.
   */
  marks(paths: readonly string[]): Promise<readonly string[]>;
  /**
   * The bytes of a file; `undefined` if there is none. Rejects, without reading, for a device, a pipe or a file above
   * `maxReadBytes`.
   */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The same at once. A host without it knows no files. */
  readNow?(path: string): Uint8Array | undefined;
  /** Returns what is known of a spec that hasn't changed since an earlier build. Without it, every spec is read. */
  known?(path: string): Promise<KnownFile | undefined>;
  /** Replaces a file atomically: a temporary file beside it, then a rename. Creates missing folders. */
  write(file: FileToWrite): Promise<void>;
  /**
   * Runs a function while no other process on this machine does so for the same path, for which a lock file exists
   * meanwhile. It waits for a while, and then rejects with the code `EBUSY`. If no such file can be created, it runs
   * the function without it.
   */
  withLock<T>(path: string, action: () => Promise<T>): Promise<T>;
  /** Deletes a file, if it exists, and the folders which that leaves empty. */
  remove(path: string): Promise<void>;
}

/** A spec that hasn't changed since an earlier build, so that it needn't be read. */
export interface KnownFile {
  readonly size: number;
  readonly text: KnownText;
  /** The bytes, if they are needed after all. */
  read(): Uint8Array | undefined;
}

/** Limits the files that esbuild and TypeScript may read when they compile handlers. Paths are absolute. */
export interface ModuleAccess {
  /**
   * Why a file must not be read, as a clause; `undefined` if it may be, or doesn't exist. `from` is the cause: a path
   * in a file of the project, the name of a package, or the search for a package's manifest, of which only the kind and
   * the size matter.
   */
  problem(path: string, from: "file" | "package" | "manifest"): string | undefined;
  /** The text of an existing file that may be read. */
  read(path: string, from: "file" | "package"): string | undefined;
}

/**
 * The limits of what the globs of `specs` may find, so that a stranger's project ends in a diagnostic and not in a full
 * memory.
 */
export interface ReadLimits {
  /** The number of spec files, and likewise of folders that are searched for them. */
  readonly files: number;
  /** The spec files together. */
  readonly bytes: number;
}

/** Twice the largest project that toolgen is tested with, and more than any person has written by hand. */
export const defaultLimits: ReadLimits = { files: 10_000, bytes: 64 * 1024 * 1024 };

/** The largest file that a build reads: outputs and caches come from a repository, too. */
export const maxReadBytes = 256 * 1024 * 1024;

/** The suffix of a file that is being written. A killed build may leave such a file behind. */
export const temporarySuffix = ".toolgen-tmp";

/** An error of the file system. `code` is Node's (`EACCES`, `ENOSPC`, `ELOOP`, …). */
export class HostError extends Error {
  readonly code: string;
  readonly path: string;

  constructor(problem: { readonly code: string; readonly path: string; readonly message: string; readonly cause?: unknown }) {
    super(problem.message, { cause: problem.cause });
    this.name = "HostError";
    this.code = problem.code;
    this.path = problem.path;
  }
}

/** Explains the error as a clause in plain words. */
export function refusalReason({ code, message }: HostError): string {
  return reasons[code] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "another build or import holds it. If none runs, delete it",
  EDQUOT: "the disk quota is used up",
  EEXIST: "there is a file where a folder is needed",
  EFBIG: "it is too large for this file system",
  EIO: "the disk reports an error",
  EISDIR: "a folder stands there",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "it is a dangling link",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "there is a file where a folder is needed",
  ENOTFILE: "it is not a regular file",
  EOUTSIDE: "it is outside the project",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  EGIT: "it belongs to Git",
  ETOOLARGE: "it is larger than 256 MiB",
};

/**
 * Texts of the toolgen package that are copied into outputs, by name: programs bundled when it was built (`call.cjs`,
 * …). `version` is the package's.
 */
export type Assets = Readonly<Record<string, string>>;

/**
 * A read-only view of a project in which unsaved texts, by their paths, replace the files on disk. It has no `folder`,
 * so no compiler that reads files itself can be started on it.
 */
export function overlayHost(disk: Host, texts: ReadonlyMap<string, string>): Host {
  const refuse = (path: string) => Promise.reject(new HostError({ code: "EROFS", path, message: "an editor's view is read-only" }));
  return {
    ...(disk.limits && { limits: disk.limits }),
    ...(disk.name !== undefined && { name: disk.name }),
    list: async (dir) => merged(await disk.list(dir), entriesOf(texts, dir)),
    realPath: async (path) =>
      entriesOf(texts, path).length > 0 || texts.has(path) ? disk.realPath(path).catch(() => path) : disk.realPath(path),
    linkOn: (path) => disk.linkOn(path),
    folderId: (path) => disk.folderId(path),
    stat: async (path) => {
      const text = texts.get(path);
      return text === undefined ? disk.stat(path) : { size: Buffer.byteLength(text), executable: false };
    },
    marks: (paths) => disk.marks(paths),
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? disk.read(path) : new TextEncoder().encode(text);
    },
    write: ({ path }) => refuse(path),
    withLock: (path) => refuse(path),
    remove: refuse,
  };
}

/** The entries of a folder that unsaved files need. */
function entriesOf(texts: ReadonlyMap<string, string>, dir: string): readonly DirectoryEntry[] {
  const prefix = dir === "." || dir === "" ? "" : `${dir}/`;
  return [...texts.keys()].flatMap((path) => {
    if (!path.startsWith(prefix)) return [];
    const [name = "", ...below] = path.slice(prefix.length).split("/");
    return [{ name, type: below.length === 0 ? "file" : "directory" } as const];
  });
}

function merged(onDisk: readonly DirectoryEntry[] | undefined, unsaved: readonly DirectoryEntry[]): readonly DirectoryEntry[] | undefined {
  if (unsaved.length === 0) return onDisk;
  const known = new Map([...unsaved, ...(onDisk ?? [])].map((entry) => [entry.name, entry]));
  return [...known.values()];
}
