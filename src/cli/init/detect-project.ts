import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { agentClients } from "../../clients/agent-clients.js";
import type { ClientId } from "../../clients/client-ids.js";
import type { CiJob, CiPackages } from "../../compiler/scaffold.js";
import { closest } from "../../contract/names.js";
import { findProposals, hasScripts, proposingFiles } from "../../import/find-proposals.js";
import type { Proposal } from "../../import/imported-tool.js";
import { isOnPath } from "../clients/look-at-client.js";
import { UsageError } from "../command.js";
import { listFolder, type ProjectPackages, readPackages, readText, workspaceFolders } from "../project/project-packages.js";
import type { Choices } from "./plan-files.js";

/** The facts that `toolgen init` detects in a folder and on the machine. */
export interface DetectedProject {
  readonly proposals: readonly Proposal[];
  /** The entries that were found but aren't proposed, each with the reason in a sentence. */
  readonly notes: readonly string[];
  /** Ids of the clients whose program is on PATH, or whose files are here. */
  readonly clients: readonly ClientId[];
  readonly repository: Repository | undefined;
  readonly project: ProjectPackages;
  /** How a CI job installs the packages; `undefined` without a package.json. */
  readonly packages: CiPackages | undefined;
}

interface Repository {
  /** Absolute. */
  readonly root: string;
  /** The project's folder, relative to it; `.` if they are the same. */
  readonly directory: string;
  /** The CI services that are detected. */
  readonly ci: CiJob["host"] | undefined;
}

export function detectProject(projectDir: string, environment: Readonly<Record<string, string | undefined>>): DetectedProject {
  const beside = listFolder(projectDir);
  const texts = new Map(
    proposingFiles.filter((file) => beside.includes(file)).map((file) => [file, readText(join(projectDir, file)) ?? ""]),
  );
  const project = readPackages(projectDir);
  const { proposals, notes } = findProposals({ texts, manager: project.manager });
  const repository = repositoryOf(projectDir);
  return {
    proposals,
    notes: [...notes, ...workspaceNote(projectDir)],
    clients: agentClients
      .filter(({ project: hasFiles }) => hasFiles !== undefined)
      .filter(
        ({ program, projectMarks = [] }) =>
          projectMarks.some((mark) => beside.includes(mark)) || (program !== undefined && isOnPath(program, environment)),
      )
      .map(({ id }) => id),
    repository,
    project,
    packages: texts.has("package.json") ? packagesOf(project, repository?.root ?? projectDir) : undefined,
  };
}

const lockfiles = { npm: "package-lock.json", pnpm: "pnpm-lock.yaml", yarn: "yarn.lock" } as const;

function packagesOf({ manager, folder, lockfile }: ProjectPackages, repositoryRoot: string): CiPackages {
  const baseManager = manager === "bun" ? "npm" : manager;
  return {
    manager: baseManager,
    lockfile: lockfile === lockfiles[baseManager] ? lockfile : undefined,
    folder: pathBetween(repositoryRoot, folder),
  };
}

const pathBetween = (from: string, to: string) => relative(from, to).split(sep).join("/") || ".";

function workspaceNote(projectDir: string): readonly string[] {
  const folders = workspaceFolders(projectDir).filter((folder) => hasScripts(readText(join(projectDir, folder, "package.json")) ?? ""));
  if (folders.length === 0) return [];
  const named = folders.length <= 8 ? folders.join(", ") : `${folders.slice(0, 8).join(", ")} and ${folders.length - 8} more`;
  return [`The scripts of the workspace's packages (${named}) are not offered here: start init in the folder of a package.`];
}

function repositoryOf(projectDir: string): Repository | undefined {
  for (let root = projectDir; ; root = dirname(root)) {
    if (existsSync(join(root, ".git"))) return { root, directory: pathBetween(root, projectDir), ci: ciOf(root) };
    if (dirname(root) === root) return undefined;
  }
}

function ciOf(root: string): CiJob["host"] | undefined {
  if (existsSync(join(root, ".github"))) return "github";
  if (existsSync(join(root, ".gitlab-ci.yml"))) return "gitlab";
  const config = readText(join(root, ".git/config")) ?? "";
  if (/^\s*url = .*github\.com[:/]/m.test(config)) return "github";
  return /^\s*url = .*gitlab\./m.test(config) ? "gitlab" : undefined;
}

export interface ChoiceOptions {
  readonly yes?: true;
  /** Names, separated by commas. */
  readonly tools?: string;
  readonly all?: true;
  readonly none?: true;
  readonly client?: readonly (ClientId | "none")[];
  readonly ci?: CiJob["host"] | "none";
}

/** The choices of the command line; `undefined` for those that it doesn't make. */
export interface GivenChoices {
  readonly tools: readonly Proposal[] | undefined;
  readonly clients: readonly ClientId[] | undefined;
  readonly ci: CiJob["host"] | "none" | undefined;
}

/** Reads the choices on the command line, and those that `--yes` implies. */
export function givenChoices({ yes, tools, all, none, client, ci }: ChoiceOptions, detected: DetectedProject): GivenChoices {
  const { proposals, clients, repository } = detected;
  const suggested = yes ? suggestedTools(proposals) : undefined;
  return {
    tools: all ? proposals : none ? [] : tools === undefined ? suggested : namedTools(tools, proposals),
    clients: client === undefined ? (yes ? clients : undefined) : [...new Set(client)].filter((id): id is ClientId => id !== "none"),
    ci: ci ?? (yes ? (repository?.ci ?? "none") : undefined),
  };
}

/** If no user can be asked, missing choices write nothing. */
export const choicesWithoutAsking = ({ tools, clients, ci }: GivenChoices): Choices => ({
  tools: tools ?? [],
  clients: clients ?? [],
  ci: ci === "none" ? undefined : ci,
});

/** The tools that most projects want to offer: those that test, check or build, and those that only read. */
export const suggestedTools = (proposals: readonly Proposal[]): readonly Proposal[] =>
  proposals.filter(({ kind, risk, isBackground }) => (kind === "read" || risk !== undefined) && isBackground === undefined);

function namedTools(list: string, proposals: readonly Proposal[]): readonly Proposal[] {
  const names = list.split(",").map((name) => name.trim());
  for (const name of names) {
    if (proposals.some((proposal) => proposal.name === name)) continue;
    const proposedNames = proposals.map((proposal) => proposal.name);
    const suggestion = closest(name, proposedNames);
    const hint =
      proposedNames.length === 0 ? "No command of this project was found that could be one." : `There are: ${proposedNames.join(", ")}.`;
    throw new UsageError(
      `'${name}' is not a tool that was found here.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`,
      hint,
    );
  }
  return proposals.filter(({ name }) => names.includes(name));
}
