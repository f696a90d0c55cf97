import { type DirectoryEntry, type Host, HostError } from "../host.js";

/**
 * A read-only view of a project in which unsaved texts, by their paths, replace the files on disk. It has no `folder`,
 * so no compiler that reads files itself can be started on it.
 */
export function overlayHost(disk: Host, texts: ReadonlyMap<string, string>): Host {
  const refuse = (path: string) => Promise.reject(new HostError({ code: "EROFS", path, message: "an editor's view is read-only" }));
  return {
    ...(disk.limits && { limits: disk.limits }),
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
