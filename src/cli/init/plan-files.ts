import { relative, resolve } from "node:path";
import type { ClientId } from "../../clients/client-ids.js";
import type { ProjectModel } from "../../compiler/model.js";
import { type CiJob, ciJob, firstTool, newConfig, schemaLine, specFolder, specPath } from "../../compiler/scaffold.js";
import { surfaceLockFile } from "../../compiler/surface-lock.js";
import { nodeHost } from "../../contract/node-host.js";
import { ignoresFolder, mergeLines, printSpec } from "../../import/find-proposals.js";
import type { Proposal } from "../../import/imported-tool.js";
import { type Installations, isTrusted } from "../clients/installations.js";
import { openMemory } from "../clients/memory.js";
import {
  type Change,
  changesFile,
  type Planned,
  planChanges,
  type RefusedChange,
  targetsFor,
  writeChanges,
} from "../clients/plan-changes.js";
import { decodeUtf8 } from "../io/input.js";
import type { SchemaLocation } from "../project/schema-location.js";

export interface Choices {
  readonly tools: readonly Proposal[];
  readonly clients: readonly ClientId[];
  readonly ci: CiJob["host"] | undefined;
}

interface Planning {
  readonly project: ProjectModel;
  readonly choices: Choices;
  readonly schemas: SchemaLocation;
  readonly hasSpecs: boolean;
  readonly hasPackages: boolean;
  readonly job: Omit<CiJob, "host">;
  /** The settings of the chosen clients, which are written apart. */
  readonly clientFiles: readonly PlannedFile[];
  readonly read: ProjectFolders["read"];
  /** Lines that bring files back which Git would leave out. */
  readonly unignored: readonly string[];
  /** Lists of patterns of other programs, by their paths relative to the repository. */
  readonly lists: readonly { readonly path: string; readonly line: string; readonly name: string }[];
}

/**
 * All files of a new project, in the order in which they are shown. No existing file is replaced: two files get missing
 * lines, and settings of clients get what belongs to toolgen.
 */
export async function planFiles(planning: Planning): Promise<readonly PlannedFile[]> {
  const { project, choices, schemas, hasSpecs, hasPackages, job } = planning;
  const folder = specFolder(project.specs[0] ?? "");
  const specs = [
    ...(hasSpecs ? [] : [{ ...firstTool(folder, schemas), note: "count_lines, a first tool" }]),
    ...choices.tools.map((tool) => ({
      path: specPath(folder, tool.name),
      text: printSpec(tool, { schemaLine: schemaLine(folder, schemas.spec) }),
      note: `${tool.name}, from ${tool.file}`,
    })),
  ];
  const files = [
    await configFor(planning),
    ...(await Promise.all(specs.map((spec) => newFile(planning, spec)))),
    await withLines(planning, ".gitignore", [".toolgen/", ...(hasPackages ? ["node_modules/"] : []), ...planning.unignored]),
    await withLines(planning, ".gitattributes", [`${project.output}/** text eol=lf linguist-generated`, `${surfaceLockFile} text eol=lf`]),
    ...(await Promise.all(planning.lists.map(({ path, line }) => withLines(planning, path, [line], { isRepositorys: true })))),
    ...planning.clientFiles,
  ];
  if (choices.ci === undefined) return files;
  const { path, text } = ciJob({ ...job, host: choices.ci });
  const there = await planning.read(path, { isRepositorys: true });
  const isKept = there !== undefined;
  const note = !isKept
    ? "a CI job"
    : there.text?.includes("build --check")
      ? "checks the build already"
      : "is there already; add this job to it";
  const action = isKept ? "keep" : "create";
  return [...files, { path, isRepositorys: true, action, text: note.startsWith("checks") ? undefined : text, note }];
}

/** The project's settings. Existing ones that don't build for pi are shown what pi needs. */
async function configFor(planning: Planning): Promise<PlannedFile> {
  const { choices, project, schemas } = planning;
  const pi = choices.clients.includes("pi");
  const file = await newFile(planning, { ...newConfig(schemas, { pi }), note: "the project's settings" });
  if (!pi || file.action === "create" || project.targets.pi.isBuilt) return file;
  return { ...file, text: "targets:\n  pi: { overrides: [read, write, edit, bash] }\n", note: "is there already; add this to it for pi" };
}

interface FileToCreate {
  readonly path: string;
  readonly text: string;
  readonly note: string;
}

async function newFile({ read }: Planning, { path, text, note }: FileToCreate): Promise<PlannedFile> {
  const isThere = (await read(path, { isRepositorys: false })) !== undefined;
  return isThere
    ? { path, isRepositorys: false, action: "keep", text: undefined, note: "is there already" }
    : { path, isRepositorys: false, action: "create", text, note };
}

async function withLines(
  { read, project }: Planning,
  path: string,
  lines: readonly string[],
  { isRepositorys } = { isRepositorys: false },
): Promise<PlannedFile> {
  const there = await read(path, { isRepositorys });
  if (there !== undefined && there.text === undefined)
    return {
      path,
      isRepositorys,
      action: "keep",
      text: `${lines.join("\n")}\n`,
      note: "is not text in UTF-8; add these lines to it",
    };
  const { text, added } = mergeLines(there?.text, lines);
  const isIgnored = path === ".gitignore" && there?.text !== undefined && ignoresFolder(there.text, project.output);
  const warning = isIgnored ? `; take '${project.output}' out of it, because generated files are committed` : "";
  if (added.length === 0) return { path, isRepositorys, action: "keep", text: undefined, note: `has what it needs${warning}` };
  return { path, isRepositorys, action: there === undefined ? "create" : "update", text, note: `${added.join(", ")}${warning}` };
}

/** A file that `toolgen init` writes, or leaves unchanged. */
export interface PlannedFile {
  /** Relative to the project's root; to the repository's for a file with `isRepositorys`. */
  readonly path: string;
  readonly isRepositorys: boolean;
  readonly action: "create" | "update" | "keep";
  /** The whole text. For a kept file, what its owner could add; `undefined` if there is nothing to add. */
  readonly text: string | undefined;
  /** For users: its content, or why it is left unchanged. */
  readonly note: string;
}

interface ExistingFile {
  /** `undefined` for bytes that aren't UTF-8. */
  readonly text: string | undefined;
}

interface ProjectFolders {
  /** An existing file, `undefined` if there is none. */
  read(path: string, from: Pick<PlannedFile, "isRepositorys">): Promise<ExistingFile | undefined>;
  write(file: PlannedFile): Promise<void>;
  /** The path of a file, relative to the project's root. */
  shown(file: PlannedFile): string;
}

/**
 * The folders that a new project writes to: the project's, and the repository's, where CI services look for their jobs.
 */
export function openProjectFolders({
  projectDir,
  repositoryRoot = projectDir,
}: {
  readonly projectDir: string;
  readonly repositoryRoot: string | undefined;
}): ProjectFolders {
  const [project, repository] = [nodeHost(projectDir), nodeHost(repositoryRoot)];
  const hostOf = ({ isRepositorys }: Pick<PlannedFile, "isRepositorys">) => (isRepositorys ? repository : project);
  return {
    read: async (path, from) => {
      const bytes = await hostOf(from).read(path);
      return bytes === undefined ? undefined : { text: decodeUtf8(bytes) };
    },
    write: async (file) => {
      if (file.text !== undefined) await hostOf(file).write({ path: file.path, text: file.text, executable: false });
    },
    shown: ({ path, isRepositorys }) => (isRepositorys ? relative(projectDir, resolve(repositoryRoot, path)) : path),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings files of clients as `toolgen install` would leave them, for people to read. They are written by
 * `installClients`.
 */
export function planClientFiles(ids: readonly ClientId[], installations: Installations, environment: Environment): readonly PlannedFile[] {
  const { changes, refusals } = planClients(ids, installations, environment);
  const { projectDir } = installations.project;
  const planned = (part: Change | RefusedChange, action: PlannedFile["action"], note: string): PlannedFile => ({
    path: relative(projectDir, part.file),
    isRepositorys: false,
    action,
    text: undefined,
    note,
  });
  return [
    ...changes.map((change, i) => {
      const { label, byHand, trust } = change.target.client;
      if (!changesFile(change)) return planned(change, "keep", `has the tools for ${label} already`);
      // What a person has to do stands at a client's first file; docs/clients.md says more.
      const isFirst = changes.findIndex(({ target }) => target === change.target) === i;
      const trusting = isTrusted(change.target.client, installations.project) ? [] : [trust?.step ?? []].flat();
      const steps = isFirst ? [...trusting, ...byHand.project].slice(0, 1) : [];
      return planned(change, change.before === undefined ? "create" : "update", [`for ${label}.`, ...steps].join(" "));
    }),
    ...refusals.map((refusal) => planned(refusal, "keep", `${refusal.problem}, so ${refusal.target.client.label} is not set up`)),
  ];
}

/** Installs the project in the settings of clients. What can't be changed is returned. */
export async function installClients(
  ids: readonly ClientId[],
  installations: Installations,
  environment: Environment,
): Promise<readonly RefusedChange[]> {
  const memory = openMemory(environment);
  return memory.withLock(() => {
    const { changes, refusals } = planClients(ids, installations, environment);
    const failed = writeChanges(changes, memory);
    return failed === undefined ? refusals : [...refusals, failed];
  });
}

/**
 * A client of which one file can't be changed is left alone: half of its settings would start a server without a
 * policy.
 */
function planClients(ids: readonly ClientId[], installations: Installations, environment: Environment): Planned {
  const { changes, refusals } = planChanges(
    "install",
    targetsFor(ids, "project", { action: "install", installations }),
    installations.project,
    openMemory(environment),
  );
  const refused = new Set(refusals.map(({ client }) => client));
  return { changes: changes.filter(({ client }) => !refused.has(client)), refusals };
}
