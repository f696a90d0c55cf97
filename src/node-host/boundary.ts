import { mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { HostError } from "../host.js";
import { isGitFolder } from "../runtime/paths/git-folder.js";

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
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

const isAbsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
