import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { ModuleAccess } from "../host.js";
import { isGitFolder } from "../runtime/paths/git-folder.js";

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
  const inPackages = (realPath: string) => foldersUp(root()).some((folder) => realPath.startsWith(join(folder, "node_modules") + sep));
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
    read: (path, from) => (problem(path, from) === undefined && existsSync(path) ? readFileSync(path, "utf8") : undefined),
  };
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
