import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, relative, sep } from "node:path";
import type { CiJob, CiPackages } from "../../emit/scaffold/ci-job.js";
import { clientSetups } from "../../init/clients.js";
import { findProposals, proposingFiles } from "../../init/find-proposals.js";
import { type PackageManager, packageManager } from "../../init/npm-scripts.js";
import type { Proposal } from "../../init/proposal.js";

/** What `toolgen init` sees of a folder and of the machine. */
export interface Sight {
  readonly proposals: readonly Proposal[];
  /** Ids of the clients whose program is on PATH, or whose files are here. */
  readonly clients: readonly string[];
  readonly repository: Repository | undefined;
  readonly manager: PackageManager;
  /** `undefined` without a package.json. */
  readonly packages: CiPackages | undefined;
  readonly dependsOnToolgen: boolean;
}

export interface Repository {
  /** Absolute. */
  readonly root: string;
  /** The project's folder from there; `.` where they are the same. */
  readonly directory: string;
  /** Where its CI runs, as far as it can be seen. */
  readonly ci: CiJob["host"] | undefined;
}

export function lookAround(projectDir: string, environment: Readonly<Record<string, string | undefined>>): Sight {
  const beside = namesIn(projectDir);
  const texts = new Map(proposingFiles.filter((file) => beside.includes(file)).map((file) => [file, textOf(join(projectDir, file))]));
  const manifest = texts.get("package.json");
  const manager = packageManager(manifest ?? "", beside);
  return {
    proposals: findProposals({ texts, beside }),
    clients: clientSetups
      .filter(
        ({ program, marks }) => marks.some((mark) => beside.includes(mark)) || (program !== undefined && isOnPath(program, environment)),
      )
      .map(({ id }) => id),
    repository: repositoryOf(projectDir),
    manager,
    packages: manifest === undefined ? undefined : packagesOf(manager, beside),
    dependsOnToolgen: manifest !== undefined && /"toolgen"\s*:/.test(manifest),
  };
}

const lockfiles = { npm: "package-lock.json", pnpm: "pnpm-lock.yaml", yarn: "yarn.lock" } as const;

function packagesOf(manager: PackageManager, beside: readonly string[]): CiPackages {
  const known = manager === "bun" ? "npm" : manager;
  return { manager: known, lockfile: beside.includes(lockfiles[known]) ? lockfiles[known] : undefined };
}

function repositoryOf(projectDir: string): Repository | undefined {
  for (let root = projectDir; ; root = dirname(root)) {
    if (existsSync(join(root, ".git"))) return { root, directory: relative(root, projectDir).split(sep).join("/") || ".", ci: ciOf(root) };
    if (dirname(root) === root) return undefined;
  }
}

function ciOf(root: string): CiJob["host"] | undefined {
  if (existsSync(join(root, ".github"))) return "github";
  if (existsSync(join(root, ".gitlab-ci.yml"))) return "gitlab";
  const config = textOf(join(root, ".git/config"));
  if (/^\s*url = .*github\.com[:/]/m.test(config)) return "github";
  return /^\s*url = .*gitlab\./m.test(config) ? "gitlab" : undefined;
}

function isOnPath(program: string, { PATH = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder that may not be listed shows nothing to make tools of. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file that can't be read proposes nothing. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
