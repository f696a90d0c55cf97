import { type DirectoryEntry, type FileToWrite, type Host, HostError } from "../../src/contract/host.js";

/** A project in memory: files by path, for tests of the compiler that need no disk. */
export function memoryHost(files: Readonly<Record<string, string>>): Host & { readonly files: Map<string, string> } {
  const map = new Map(Object.entries(files));
  return {
    files: map,
    list: async (dir) => {
      const prefix = dir === "." || dir === "" ? "" : `${dir}/`;
      const names = [...map.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
      if (names.length === 0) return undefined;
      const entries = names.map((name): DirectoryEntry => {
        const slash = name.indexOf("/");
        return slash === -1 ? { name, type: "file" } : { name: name.slice(0, slash), type: "directory" };
      });
      return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
    },
    realPath: async (path) => {
      if (path === "." || [...map.keys()].some((known) => known === path || known.startsWith(`${path}/`))) return path;
      throw new HostError({ code: "ENOENT", path, message: `there is no '${path}'` });
    },
    linkOn: async () => undefined,
    folderId: async () => "memory",
    stat: async (path) =>
      map.has(path) ? { size: map.get(path)?.length ?? 0, executable: map.get(path)?.startsWith("#!") === true } : undefined,
    marks: async (paths) => paths.map((path) => String(map.get(path)?.length ?? "absent")),
    read: async (path) => (map.has(path) ? new TextEncoder().encode(map.get(path)) : undefined),
    write: async (file: FileToWrite) => {
      map.set(file.path, file.text);
    },
    withLock: (_path, action) => action(),
    remove: async (path) => {
      map.delete(path);
    },
  };
}
