import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockfileIn, type PackageManager, packageManager } from "../../init/npm-scripts.js";
import { listFolder, readText } from "./list-folder.js";
import { workspaceFolders } from "./workspace-folders.js";

/** How a project, or its workspace, installs packages. */
export interface ProjectPackages {
  readonly manager: PackageManager;
  readonly dependsOnToolgen: boolean;
  /** The folder in which packages are installed, absolute: the project's, or its workspace's. */
  readonly folder: string;
  readonly lockfile: string | undefined;
}

/** Reads the package.json of a project, and of the workspace above it if that holds the lockfile. */
export function readPackages(projectDir: string): ProjectPackages {
  const own = listFolder(projectDir);
  const workspace = lockfileIn(own) === undefined ? workspaceAbove(projectDir) : undefined;
  const folder = workspace ?? projectDir;
  const beside = workspace === undefined ? own : listFolder(folder);
  const manifests = [...new Set([projectDir, folder])].map((one) => readText(join(one, "package.json")) ?? "");
  return {
    manager: packageManager(manifests.at(-1) ?? "", beside),
    dependsOnToolgen: manifests.some((text) => /"toolgen"\s*:/.test(text)),
    folder,
    lockfile: lockfileIn(beside),
  };
}

/** The nearest folder above, in the same repository, that lists this one as a package of its workspace. */
function workspaceAbove(projectDir: string): string | undefined {
  for (let folder = projectDir; !existsSync(join(folder, ".git")) && dirname(folder) !== folder; ) {
    folder = dirname(folder);
    if (workspaceFolders(folder).some((one) => join(folder, one) === projectDir)) return folder;
  }
  return undefined;
}
