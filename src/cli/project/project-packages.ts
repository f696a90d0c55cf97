import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularFile } from "../../contract/node-host.js";
import { lockfileIn, type PackageManager, packageManager, workspacePatterns } from "../../import/find-proposals.js";
import { findSchemas } from "./schema-location.js";

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

/**
 * The folders of a workspace's packages, relative to its root: those that its patterns match and that have a
 * package.json.
 */
export function workspaceFolders(root: string): readonly string[] {
  const patterns = workspacePatterns({
    manifest: readText(join(root, "package.json")),
    pnpm: readText(join(root, "pnpm-workspace.yaml")),
  });
  const matching = (wanted: readonly string[]) => new Set(wanted.flatMap((pattern) => expand(root, "", stepsOf(pattern))));
  const excluded = matching(patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)));
  const included = matching(patterns.filter((pattern) => !pattern.startsWith("!")));
  return [...included].filter((folder) => !excluded.has(folder)).sort();
}

const stepsOf = (pattern: string) => pattern.split("/").filter((step) => step !== "" && step !== ".");

/** Folders that match the steps of a pattern, in which `*` is any part of a name and `**` any number of folders. */
function expand(root: string, folder: string, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return folder !== "" && readText(join(root, folder, "package.json")) !== undefined ? [folder] : [];
  if (step === "..") return [];
  const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  if (step === "**") {
    const deeper = foldersIn(join(root, folder)).flatMap((name) => expand(root, below(name), [step, ...rest]));
    return [...expand(root, folder, rest), ...deeper];
  }
  if (!step.includes("*")) return expand(root, below(step), rest);
  const pieces = step.split("*").map((piece) => piece.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const matcher = new RegExp(`^${pieces.join(".*")}$`);
  return foldersIn(join(root, folder)).flatMap((name) => (matcher.test(name) ? expand(root, below(name), rest) : []));
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((one) => one.isDirectory() && one.name !== "node_modules" && !one.name.startsWith(".")).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The names in a folder; none if it can't be listed. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a file; `undefined` if it can't be read, or is a pipe or a device, which could be read forever. */
export function readText(path: string): string | undefined {
  try {
    return Buffer.from(readRegularFile(realpathSync.native(path), path)).toString("utf8");
  } catch {
    return undefined;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The command that a user types for `toolgen` here: by the package manager if the project has it, or as this process
 * was started.
 */
export function invocation(projectDir: string, environment: Environment, packages: ProjectPackages = readPackages(projectDir)): string {
  if (packages.dependsOnToolgen || findSchemas(projectDir).isInstalled) return runners[packages.manager];
  return environment.npm_command === "exec" ? "npx toolgen" : "toolgen";
}

const runners = { npm: "npx toolgen", pnpm: "pnpm toolgen", yarn: "yarn toolgen", bun: "bunx toolgen" } as const;
