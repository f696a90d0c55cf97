import type { ClientId } from "../../clients/client-ids.js";
import { type CiJob, ciJob } from "../../emit/scaffold/ci-job.js";
import { firstTool, newConfig } from "../../emit/scaffold/first-tool.js";
import { schemaLine, specFolder, specPath } from "../../emit/scaffold/new-tool.js";
import { ignoresFolder, mergeLines } from "../../init/merge-lines.js";
import { printSpec } from "../../init/print-spec.js";
import type { Proposal } from "../../init/proposal.js";
import type { ProjectModel } from "../../model/tool.js";
import { surfaceLockFile } from "../../surface/surface-lock-file.js";
import type { SchemaLocation } from "../project/schema-location.js";
import type { PlannedFile } from "./planned-file.js";
import type { ProjectFolders } from "./project-folders.js";

export interface Choices {
  readonly tools: readonly Proposal[];
  readonly clients: readonly ClientId[];
  readonly ci: CiJob["host"] | undefined;
}

export interface Planning {
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
    await newFile(planning, { ...newConfig(schemas), note: "the project's settings" }),
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
