import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import nodeModule from "node:module";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { HostError, type ModuleAccess } from "../host.js";
import { isGitFolder } from "../names.js";
import { errorCode } from "../process.js";

/**
 * The real paths of paths below a folder. Each method throws a `HostError` for a path that leads out of the folder or
 * into a Git directory.
 */
export interface Boundary {
  /** The folder's own real path. */
  readonly root: string;
  /** The real path of a path, links followed. */
  existing(path: string): string;
  /**
   * The real path of a file that may not exist: its folder's real path and its name. A link with this name isn't
   * followed.
   */
  entry(path: string): string;
  /** The same, after missing folders were created, each in the real path of the one above it. */
  entryIn(path: string): string;
}

export function boundary(base: string): Boundary {
  let known: string | undefined;
  const root = () => {
    known ??= realpathSync.native(base);
    return known;
  };
  const full = (path: string) => {
    const realPath = resolve(base, path);
    checkInside(realPath, base, path);
    return realPath;
  };
  const real = (realPath: string, path: string) => {
    const found = realpathSync.native(realPath);
    checkInside(found, root(), path);
    return found;
  };
  const made = (folder: string, path: string): string => {
    try {
      return real(folder, path);
    } catch (error) {
      if (folder === base || !isAbsent(error)) throw error;
    }
    const realPath = join(made(dirname(folder), path), basename(folder));
    // Another build may have created it meanwhile.
    if (!wasMade(realPath)) return real(folder, path);
    return realPath;
  };
  return {
    get root() {
      return root();
    },
    existing: (path) => real(full(path), path),
    entry: (path) => join(real(dirname(full(path)), path), basename(path)),
    entryIn: (path) => join(made(dirname(full(path)), path), basename(path)),
  };
}

function checkInside(realPath: string, root: string, path: string): void {
  if (realPath !== root && !realPath.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new HostError({ code: "EOUTSIDE", path, message: `'${path}' is outside the project's root` });
  if (relative(root, realPath).split(sep).some(isGitFolder))
    throw new HostError({ code: "EGIT", path, message: `'${path}' belongs to Git` });
}

function wasMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

const isAbsent = (error: unknown) => errorCode(error) === "ENOENT";

/** The size limit of a module, a package.json or a tsconfig.json. */
const maxModuleBytes = 32 * 1024 * 1024;

/**
 * Decides by real paths what bundlers and type checkers may read: the project, the packages in `node_modules` of it and
 * of the folders above, and as a package any other part of its Git repository, where workspaces have theirs. `root` is
 * the real path of the project.
 */
export function moduleAccess(root: () => string): ModuleAccess {
  const isBelow = (realPath: string, folder: string) =>
    realPath === folder || realPath.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  const foldersUp = (folder: string): readonly string[] =>
    dirname(folder) === folder ? [folder] : [folder, ...foldersUp(dirname(folder))];
  let repository: string | undefined;
  const repositoryOf = () => {
    repository ??= foldersUp(root()).find((folder) => existsSync(join(folder, ".git"))) ?? root();
    return repository;
  };
  const inPackages = (realPath: string) =>
    foldersUp(root()).some((folder) => realPath.startsWith(join(folder, "node_modules") + sep)) || isPnpPackage(root(), realPath);
  const isHidden = (realPath: string, folder: string) =>
    basename(realPath).startsWith(".") || relative(folder, realPath).split(sep).some(isGitFolder);
  const problem: ModuleAccess["problem"] = (path, from) => {
    const found = statRealPath(path);
    if (found === undefined) return undefined;
    const { realPath, stat } = found;
    if (!stat.isFile()) return "it is not a regular file";
    if (stat.size > maxModuleBytes) return "it is larger than 32 MiB";
    if (from === "manifest") return undefined;
    if (isBelow(realPath, root())) return isHidden(realPath, root()) ? "files whose names begin with a dot stay out of bundles" : undefined;
    if (inPackages(realPath)) return undefined;
    const isOfWorkspace = from === "package" && isBelow(realPath, repositoryOf()) && !isHidden(realPath, repositoryOf());
    return isOfWorkspace ? undefined : "it is outside the project and its packages";
  };
  return {
    problem,
    read: (path, from) => (problem(path, from) === undefined && statRealPath(path) !== undefined ? readFileSync(path, "utf8") : undefined),
  };
}

/** Under Plug'n'Play, Yarn's map says where packages are, of which most are in archives elsewhere. */
function isPnpPackage(root: string, realPath: string): boolean {
  const { findPnpApi } = nodeModule as { findPnpApi?(path: string): { findPackageLocator(path: string): object | null } | null };
  return (findPnpApi?.(root + sep)?.findPackageLocator(realPath) ?? null) !== null;
}

/** Returns a file's real path and status, or `undefined` for a folder or a missing file, which the reader reports. */
function statRealPath(path: string) {
  try {
    const realPath = realpathSync.native(path);
    const stat = statSync(realPath);
    return stat.isDirectory() ? undefined : { realPath, stat };
  } catch {
    return undefined;
  }
}
