import { posix } from "node:path";
import { renderTemplate } from "./emit/print/render-template.js";
import { fileName, toolNames } from "./emit/print/tool-names.js";
import type { Model, ProjectModel } from "./model.js";
import type { OutputFile } from "./output-file.js";

interface NewTool {
  readonly kind: ScaffoldKind | DocumentKind;
  readonly name: string;
  readonly project: ProjectModel;
  /** The path of the JSON Schema of specs, relative to the project's root. */
  readonly schemaPath: string;
}

/**
 * A spec with an example that passes, and the function of a handler. Their paths are relative to the project's root.
 */
export function newToolFiles({ kind, name, project, schemaPath }: NewTool): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const { argsType, path } = toolNames(name);
  const module = posix.relative(folder, `${project.output}/${path}`).replace(/\.ts$/, ".js");
  const [server = ""] = Object.keys(project.mcpServers);
  const values = {
    name,
    server,
    file: fileName(name),
    argsType,
    module: module.startsWith(".") ? module : `./${module}`,
    schemaLine: schemaLine(folder, schemaPath),
  };
  return (kind === "handler" ? ["yaml", "ts"] : ["yaml"]).map((ending) => ({
    path: specPath(folder, name, ending),
    text: renderTemplate(`new/${kind}.${ending}.hbs`, values),
    executable: false,
  }));
}

/** The path of a tool's spec, or of a file that belongs to it. */
export const specPath = (folder: string, name: string, ending = "yaml"): string => posix.join(folder, `${fileName(name)}.${ending}`);

/**
 * The comment that tells editors the JSON Schema of a YAML file in this folder. Both paths are relative to the
 * project's root.
 */
export function schemaLine(folder: string, schemaPath: string): string {
  const up = folder === "." ? [] : folder.split("/").map(() => "..");
  const path = posix.join(...up, schemaPath);
  return `# yaml-language-server: $schema=${path.startsWith(".") ? path : `./${path}`}`;
}

/** The folder that a glob searches: its steps before the first with a wildcard, or the file's folder. */
export function specFolder(glob: string): string {
  const steps = glob.split("/").slice(0, -1);
  const wild = steps.findIndex((step) => /[*?[\]{}()!+@]/.test(step));
  return (wild === -1 ? steps : steps.slice(0, wild)).join("/") || ".";
}

/** The implementations that a new tool can start with. */
export const scaffoldKinds = ["command", "shell", "http", "mcp", "handler"] as const;
export type ScaffoldKind = (typeof scaffoldKinds)[number];

/** Documents besides tools that `toolgen new` can start. */
export const documentKinds = ["prompt", "resource"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Paths of the JSON Schemas, relative to the project's root. */
export interface SchemaPaths {
  readonly spec: string;
  readonly config: string;
}

/** `toolgen.yaml` of a new project. With `pi`, it builds for pi, and corrects the calls of pi's own tools. */
export function newConfig({ config }: SchemaPaths, { pi }: { readonly pi: boolean }): OutputFile {
  return printed("toolgen.yaml", renderTemplate("init/toolgen.yaml.hbs", { schemaLine: schemaLine(".", config), pi }));
}

/** The name of the first tool in a new project. */
export const firstToolName = "count_lines";

/** The spec of that tool. */
export function firstTool(folder: string, { spec }: SchemaPaths): OutputFile {
  const text = renderTemplate("init/count-lines.yaml.hbs", { schemaLine: schemaLine(folder, spec) });
  return printed(specPath(folder, firstToolName), text);
}

const printed = (path: string, text: string): OutputFile => ({ path, text, executable: false });

/** A tool that comes with toolgen, as a template for a new one. */
export interface Starter {
  /** Its name without `std/`. */
  readonly name: string;
  readonly spec: string;
  /** The module of its handler, if it has one. */
  readonly entry: string | undefined;
  /** The texts of that module and all its imports, by their relative paths. */
  readonly modules: Readonly<Record<string, string>>;
}

/** The copy's name, and the aliases that belong to other tools of the project. */
interface Copying {
  readonly name: string;
  readonly taken: readonly string[];
}

/**
 * Copies a tool under a new name: `NAME.yaml`, its handler beside it, and the handler's imports in a folder of the same
 * name, so that a second copy has its own. Paths are relative to the project's root.
 */
export function copyStarter(starter: Starter, { name, taken }: Copying, project: ProjectModel): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const file = fileName(name);
  const { entry } = starter;
  const ending = entry === undefined ? "" : posix.extname(entry);
  const handler = entry === undefined ? undefined : `./${file}${ending}`;
  const spec = { path: `${file}.yaml`, text: renamedSpec(starter.spec, { name, handler, taken }) };
  const rest = Object.keys(starter.modules).filter((path) => path !== entry);
  const modules = [...(entry === undefined ? [] : [entry]), ...rest.sort()].map((path) => {
    const text = starter.modules[path] ?? "";
    const copy = path === entry ? `${file}${ending}` : `${file}/${path}`;
    const relocated = path === entry ? text.replaceAll(/(\bfrom ?")\.\/(?!\/)/g, `$1./${file}/`) : text;
    return {
      path: copy,
      text: withTypes(relocated, { starter, name, from: posix.join(folder, posix.dirname(copy)), output: project.output }),
    };
  });
  return [spec, ...modules].map(({ path, text }) => ({ path: posix.join(folder, path), text, executable: false }));
}

interface Renamed {
  readonly name: string;
  readonly handler: string | undefined;
  readonly taken: readonly string[];
}

/** These keys have lines of their own in the library's specs. */
function renamedSpec(spec: string, { name, handler, taken }: Renamed): string {
  const isFree = (alias: string) => ![name, ...taken].some((other) => other.toLowerCase() === alias.toLowerCase());
  return spec
    .replace(/^name: .*$/m, `name: ${name}`)
    .replace(/^handler: [^#\n]+/m, handler === undefined ? "$&" : `handler: ${handler}`)
    .replace(/^nameAliases: \[(.*)\]\n/m, (_, aliases: string) => {
      const free = aliases.split(", ").filter(isFree);
      return free.length === 0 ? "" : `nameAliases: [${free.join(", ")}]\n`;
    });
}

interface Types {
  readonly starter: Starter;
  readonly name: string;
  /** The folder of the module. */
  readonly from: string;
  readonly output: string;
}

/** The generated types of the arguments are the copy's. */
function withTypes(text: string, { starter, name, from, output }: Types): string {
  const [old, own] = [toolNames(starter.name), toolNames(name)];
  const path = posix.relative(from, `${output}/${own.path}`).replace(/\.ts$/, ".js");
  const module = path.startsWith(".") ? path : `./${path}`;
  const changed = text.replaceAll(/(\bfrom ")(?:\.\.\/)+generated\/tools\/[\w-]+\.js(?=")/g, `$1${module}`);
  return changed === text ? text : changed.replaceAll(new RegExp(`\\b${old.argsType}\\b`, "g"), own.argsType);
}

/** The major version of Node in the image: the newest with long-term support. */
const nodeMajor = 24;

/** The name of the image: the server's, in the characters that builders take. */
export const imageName = (server: string): string =>
  server
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "tools";

/** A recipe of a container image with the project's MCP server over HTTP. Paths are relative to the project's root. */
export function newImageFiles({ project, bundledFiles, tools }: Model): readonly OutputFile[] {
  const { output, server } = project;
  const files = bundledFiles.map(({ path }) => path).sort();
  const needed = [output, ...files];
  const programs = [...new Set(tools.flatMap(({ requires }) => requires.linux.map(({ program }) => program)))].sort();
  const values = {
    image: imageName(server),
    node: String(nodeMajor),
    output,
    label: project.targets.package.mcpName ?? "",
    programs: programsNote(programs),
    copies: needed.map((path) => `COPY ${JSON.stringify([path, path])}\n`).join(""),
  };
  return [
    { path: "Dockerfile", text: renderTemplate("new/dockerfile.hbs", values), executable: false },
    {
      path: ".dockerignore",
      text: renderTemplate("new/dockerignore.hbs", { needed: needed.map((path) => `!${path}`).join("\n") }),
      executable: false,
    },
  ];
}

/** Which packages have the programs is for the project to say. */
const programsNote = (programs: readonly string[]): string =>
  programs.length === 0
    ? ""
    : `# Tools start these programs: ${programs.join(", ")}. Install those that the image lacks, for example:
# RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
`;

const ciHosts = ["github", "gitlab"] as const;

export interface CiJob {
  readonly host: (typeof ciHosts)[number];
  /** The project's folder, relative to the repository's root; `.` if they are the same. */
  readonly directory: string;
  readonly packages: CiPackages | undefined;
  /** The command that starts toolgen. */
  readonly toolgen: string;
}

/** How a job installs the project's packages. */
export interface CiPackages {
  readonly manager: "npm" | "pnpm" | "yarn";
  /** `undefined` if there is none. */
  readonly lockfile: string | undefined;
  /** The folder with the lockfile, in which packages are installed, relative to the repository's root. */
  readonly folder: string;
}

/**
 * A job that fails if the generated files are stale or an example fails. Its path is relative to the repository's root.
 */
export function ciJob(job: CiJob): OutputFile {
  const commands = [`${job.toolgen} build --check`, `${job.toolgen} test --strict`];
  return job.host === "github" ? githubJob(job, commands) : gitlabJob(job, commands);
}

function githubJob({ directory, packages }: CiJob, commands: readonly string[]): OutputFile {
  const isRoot = directory === ".";
  const values = {
    defaults: isRoot ? "" : lines(4, ["defaults:", "  run:", `    working-directory: ${JSON.stringify(directory)}`]),
    corepack: packages === undefined || packages.manager === "npm" ? "" : lines(6, ["- run: corepack enable"]),
    cache: packages?.lockfile === undefined ? "" : lines(10, cacheOf(packages)),
    steps: lines(6, [
      ...(packages === undefined ? [] : installStep(packages, directory)),
      ...commands.map((command) => `- run: ${command}`),
    ]),
  };
  return { path: ".github/workflows/toolgen.yml", text: renderTemplate("init/github.yml.hbs", values), executable: false };
}

function gitlabJob({ directory, packages }: CiJob, commands: readonly string[]): OutputFile {
  const isWorkspaces = packages !== undefined && packages.folder !== directory;
  const install = packages === undefined ? [] : [installOf(packages)];
  const before = [
    ...(packages === undefined || packages.manager === "npm" ? [] : ["corepack enable"]),
    ...(isWorkspaces ? (packages.folder === "." ? install : [`(cd ${shellWord(packages.folder)} && ${install.join("")})`]) : []),
    ...(directory === "." ? [] : [`cd ${shellWord(directory)}`]),
    ...(isWorkspaces ? [] : install),
  ];
  const steps = lines(
    4,
    [...before, ...commands].map((command) => `- ${JSON.stringify(command)}`),
  );
  return { path: ".gitlab-ci.yml", text: renderTemplate("init/gitlab.yml.hbs", { steps }), executable: false };
}

const installOf = ({ manager, lockfile }: CiPackages) =>
  lockfile === undefined
    ? `${manager} install`
    : { npm: "npm ci", pnpm: "pnpm install --frozen-lockfile", yarn: "yarn install --immutable" }[manager];

/** A step runs in the project's folder by default; packages of a workspace are installed at its root. */
const installStep = (packages: CiPackages, directory: string) => [
  `- run: ${installOf(packages)}`,
  ...(packages.folder === directory ? [] : [`  working-directory: ${JSON.stringify(packages.folder)}`]),
];

/** Without a path, setup-node looks for the lockfile at the repository's root. */
const cacheOf = ({ manager, lockfile, folder }: CiPackages) => [
  `cache: ${manager}`,
  ...(folder === "." ? [] : [`cache-dependency-path: ${JSON.stringify(`${folder}/${lockfile}`)}`]),
];

const lines = (indent: number, texts: readonly string[]) => texts.map((text) => `${" ".repeat(indent)}${text}\n`).join("");

const shellWord = (word: string) => (/^[A-Za-z0-9_./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
