import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { InternalError } from "./diagnostic.js";
import {
  type Assets,
  type DirectoryEntry,
  defaultLimits,
  type Host,
  HostError,
  maxReadBytes,
  type ReadLimits,
  refusalReason,
} from "./host.js";
import { type Boundary, boundary, moduleAccess } from "./node-host/boundary.js";
import { withLock } from "./node-host/lock.js";
import { removeFile, replaceFile } from "./node-host/replace-file.js";
import { errorCode } from "./process.js";

/**
 * The real file system below a folder. Nothing outside of it is read, listed or written, also not through a symbolic
 * link, and nothing that belongs to Git.
 *
 * The calls are synchronous: for the small files of a project that is four times as fast as `fs/promises`, it never
 * runs out of file handles, and a compiler has nothing else to do meanwhile.
 */
export function nodeHost(root: string, limits: ReadLimits = defaultLimits): Host {
  const base = resolve(root);
  const bounds = boundary(base);
  const at = async <T>(path: string, action: () => T): Promise<T> => {
    try {
      return action();
    } catch (error) {
      const code = errorCode(error);
      if (error instanceof HostError || code === undefined) throw error;
      throw new HostError({ code, path, message: String((error as Error).message), cause: error });
    }
  };
  return {
    folder: base,
    name: basename(base),
    limits,
    modules: moduleAccess(() => bounds.root),
    list: (dir) => at(dir, () => unlessAbsent(() => listFolder(bounds.existing(dir)))),
    realPath: (path) => at(path, () => bounds.existing(path)),
    linkOn: (path) => at(path, () => linkOn(base, path)),
    folderId: async (path, { create } = { create: false }) => folderId(bounds, { path, create }),
    stat: (path) => at(path, () => unlessAbsent(() => statFile(bounds.existing(path)))),
    marks: async (paths) => paths.map((path) => mark(`${base}/${path}`)),
    read: (path) => at(path, () => unlessAbsent(() => readRegularFile(bounds.existing(path), path))),
    readNow: (path) => unlessAbsent(() => readRegularFile(bounds.existing(path), path)),
    write: ({ path, text, executable, keepsMode }) =>
      at(path, () =>
        keepsMode
          ? replaceFile(bounds, { path, text, mode: modeOf(bounds.existing(path), path), isExact: true })
          : replaceFile(bounds, { path, text, mode: executable ? 0o755 : 0o644 }),
      ),
    withLock: (path, action) => withLock(bounds, path, action),
    remove: (path) => at(path, () => removeFile(bounds, path)),
  };
}

/** The package's folder, found by the package's own name, wherever this is bundled to. */
export const packageFolder = (): URL => new URL(".", pathToFileURL(createRequire(import.meta.url).resolve("toolgen/package.json")));

/** The programs that were bundled when toolgen was built, each read when it is used. */
export async function readAssets(packageRoot = packageFolder()): Promise<Assets> {
  const folder = fileURLToPath(new URL("dist/assets/", packageRoot));
  const programs =
    unlessAbsent(() => readdirSync(folder))?.filter((name) => /\.(?:[cm]?js|css|txt|bin)$|^packages\.json$/.test(name)) ?? [];
  if (programs.length === 0) throw new InternalError(`toolgen is not built: there are no assets in ${folder}. Run \`npm run build\`.`);
  const library = unlessAbsent(() => readdirSync(join(folder, "library"), { recursive: true, encoding: "utf8" })) ?? [];
  const packages = fileURLToPath(new URL("dist/packages/", packageRoot));
  const paths = [
    ["mcp-client.cjs", join(packages, "modelcontextprotocol-client.cjs")] as const,
    ...programs.map((name) => [name, join(folder, name)] as const),
    ...library
      .filter((name) => /\.(?:cjs|yaml)$/.test(name))
      .map((name) => [`library/${name.split(sep).join("/")}`, join(folder, "library", name)] as const),
  ];
  const assets = { version: readPackageVersion(packageRoot) };
  for (const [name, path] of paths) Object.defineProperty(assets, name, textOnDemand(path));
  return assets;
}

/** A property whose value is a file's text, read once. The characters of a binary file are its bytes. */
function textOnDemand(path: string): PropertyDescriptor {
  const encoding = path.endsWith(".bin") ? "latin1" : "utf8";
  let text: string | undefined;
  return { enumerable: true, get: () => (text ??= readFileSync(path, encoding)) };
}

/** The version in the package.json of a folder. */
export function readPackageVersion(packageRoot: URL): string {
  const text = unlessAbsent(() => readFileSync(new URL("package.json", packageRoot), "utf8"));
  const manifest: unknown = text === undefined ? undefined : JSON.parse(text);
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
}

/** Identifies this build of the compiler: caches of one build are invalid for another. */
export function readBuildId(packageRoot: URL): string {
  return unlessAbsent(() => readFileSync(new URL("dist/assets/build-id", packageRoot), "utf8")) ?? "unbuilt";
}

function listFolder(full: string): readonly DirectoryEntry[] {
  return readdirSync(full, { withFileTypes: true }).map((entry) => {
    const type = entry.isFile()
      ? "file"
      : entry.isDirectory()
        ? "directory"
        : entry.isSymbolicLink()
          ? linkedType(join(full, entry.name))
          : "other";
    return { name: entry.name, type };
  });
}

function linkedType(link: string): DirectoryEntry["type"] {
  try {
    const stat = statSync(link);
    return stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
  } catch {
    // The link is dangling, circular or not readable.
    return "other";
  }
}

function linkOn(base: string, path: string): string | undefined {
  const parts = path.split("/");
  const ways = parts.map((_, i) => parts.slice(0, i + 1).join("/"));
  return ways.find((way) => unlessAbsent(() => lstatSync(join(base, way), orAbsent))?.isSymbolicLink());
}

function statFile(full: string) {
  const stat = statSync(full);
  return stat.isFile() ? { size: stat.size, executable: (stat.mode & 0o100) !== 0 } : undefined;
}

/** The permissions of a file that may be written. The superuser may write any, so the bits count too. */
function modeOf(full: string, path: string): number {
  const mode = statSync(full).mode & 0o777;
  if ((mode & 0o222) === 0) throw new HostError({ code: "EACCES", path, message: `'${path}' is read-only` });
  accessSync(full, constants.W_OK);
  return mode;
}

const orAbsent = { throwIfNoEntry: false } as const;

/**
 * Programs can't set the change time, so it also shows changes that keep the size and restore the modification time.
 */
function mark(full: string): string {
  try {
    const stat = statSync(full, orAbsent);
    return stat === undefined ? "absent" : `${stat.ino};${stat.mode};${stat.size};${stat.ctimeMs}`;
  } catch (error) {
    return errorCode(error) ?? "unknown";
  }
}

function unlessAbsent<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

const isAbsence = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");

/** Reads a file by its real path. A pipe or a device could block or never end, so these aren't opened. */
export function readRegularFile(realPath: string, path: string): Uint8Array {
  const found = statSync(realPath);
  if (!found.isFile()) throw refusal(found.isDirectory() ? "EISDIR" : "ENOTFILE", path);
  // It may have become a link or a pipe meanwhile.
  const file = openSync(realPath, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw refusal("ENOTFILE", path);
    if (stat.size > maxReadBytes) throw refusal("ETOOLARGE", path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refusal(code: string, path: string): HostError {
  return new HostError({ code, path, message: refusalReason(new HostError({ code, path, message: code })) });
}

/**
 * Identifies a folder that may not exist, may not be creatable, or may lead out of the project; see `Host.folderId`.
 */
function folderId(bounds: Boundary, { path, create }: { readonly path: string; readonly create: boolean }): string | undefined {
  try {
    const realPath = create ? dirname(bounds.entryIn(`${path}/file`)) : bounds.existing(path);
    const { ino, birthtimeNs } = statSync(realPath, { bigint: true });
    return birthtimeNs === 0n ? undefined : `${ino}.${birthtimeNs}`;
  } catch {
    return undefined;
  }
}
