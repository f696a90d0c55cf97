import { printToolList } from "../../call/find-tool.js";
import { unknownTool } from "../../call/tool-index.js";
import type { Compilation } from "../../compiler/compile.js";
import { type Model, modelFor } from "../../compiler/model.js";
import type { CompiledTool } from "../../contract/definition.js";
import { invariant } from "../../contract/diagnostic.js";
import type { CompiledPrompt, CompiledResource, ResourceIndex } from "../../contract/documents.js";
import { fileBase } from "../../contract/names.js";
import { nodeHost } from "../../contract/node-host.js";
import type { ServedToolSource } from "../../server/tool-source.js";
import { type GlobalOptions, limitsFrom } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { closestTool, compileOrReport, findToolModel } from "./compile-or-report.js";
import { moduleLoader } from "./load-compiled-tool.js";
import { projectRoot } from "./open-project.js";
import { watchSpecs } from "./watch-specs.js";

/**
 * A source whose compilation can be replaced while a server uses it. Running calls keep the tool that they began with.
 */
interface CurrentTools {
  readonly source: ServedToolSource;
  replace(compilation: Compilation): void;
}

/**
 * The tools of the newest compilation. Clients learn at the start of a connection whether there are prompts and
 * resources: the first ones that are added to a project are served to the connections after that.
 */
export function currentTools(first: Compilation, projectDir: string, watch: NonNullable<ServedToolSource["watch"]>): CurrentTools {
  let now = compiledTools(first, projectDir);
  const source: ServedToolSource = {
    get server() {
      return now.server;
    },
    get prompts() {
      return now.prompts && prompts;
    },
    get resources() {
      return now.resources && resources;
    },
    get skills() {
      return now.skills;
    },
    list: (form) => now.list(form),
    names: () => now.names(),
    groups: () => now.groups(),
    find: (name, hidden) => now.find(name, hidden),
    aliases: () => now.aliases(),
    scopes: () => now.scopes?.() ?? [],
    audited: () => now.audited?.(),
    watch,
  };
  // A connection keeps these two, so they look at the newest compilation each time.
  const prompts: NonNullable<ServedToolSource["prompts"]> = {
    scopes: () => now.prompts?.scopes() ?? {},
    list: () => now.prompts?.list() ?? emptyList,
    find: (name) => now.prompts?.find(name) ?? { ok: false, message: `There is no prompt named '${name}' any more.` },
  };
  const resources: NonNullable<ServedToolSource["resources"]> = {
    scopes: () => now.resources?.scopes() ?? {},
    get hasFiles() {
      return now.resources?.hasFiles ?? false;
    },
    list: () => now.resources?.list() ?? emptyList,
    listTemplates: () => now.resources?.listTemplates() ?? emptyList,
    index: () => now.resources?.index() ?? emptyIndex,
    find: (name) => now.resources?.find(name) ?? { ok: false, message: `There is no resource named '${name}' any more.` },
  };
  return {
    source,
    replace: (compilation) => {
      now = compiledTools(compilation, projectDir);
    },
  };
}

const emptyList = Buffer.from("[]");
const emptyIndex = { fixed: {}, templates: [] };

/** The tools of a compilation, each loaded on its first call, with its resources and prompts. */
function compiledTools(compilation: Compilation, projectDir: string): ServedToolSource {
  const model: Model = { ...modelFor(compilation.model, "mcp"), hosted: [] };
  const documents = compiledDocuments(compilation, projectDir);
  const { textOf, load } = documents;
  const server = JSON.parse(textOf("mcp/server.json"));
  const excluded = new Set(compilation.model.excluded.mcp);
  const groups = { toolsets: server.toolsets ?? {}, companions: server.companions ?? {} };
  return {
    server,
    names: () => model.tools.map(({ name }) => name),
    groups: () => groups,
    list: (form) => Buffer.from(printToolList(textOf("bin/tools.json"), form, excluded)),
    find: (name, hidden = new Set()) => {
      const offered = { ...model, tools: model.tools.filter((tool) => !hidden.has(tool.name)) };
      const found = findToolModel(offered, name);
      if (found === undefined) return { ok: false, message: unknownTool(name, closestTool(offered, name)) };
      return { ok: true, tool: load(`bin/tools/${fileBase(found.name)}.cjs`), projectDir };
    },
    ...(model.resources.length > 0 && { resources: compiledResources(documents) }),
    ...(model.prompts.length > 0 && { prompts: compiledPrompts(model, documents) }),
    ...(model.project.targets.skills.isBuilt && { skills: compiledSkills(compilation, documents) }),
    aliases: () => Object.fromEntries(model.tools.flatMap(({ name, nameAliases }) => nameAliases.map((alias) => [alias, name]))),
    scopes: () =>
      [...model.tools, ...[...model.prompts, ...model.resources].map(({ tool }) => tool)].flatMap(
        ({ definition }) => definition.scopes ?? [],
      ),
    audited: () => ({ project: projectDir, isLoggedByProject: model.project.audit }),
  };
}

function compiledDocuments({ files }: Compilation, projectDir: string): CompiledDocuments {
  const textOf = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    invariant(file !== undefined, `${path} is generated`);
    return file.text;
  };
  return {
    textOf,
    listOf: (path) => Buffer.from(textOf(path).replaceAll("\n", " ")),
    load: moduleLoader(files, projectDir),
    projectDir,
  };
}

/** Access to the files of a compilation: what the sources of tools, prompts and resources have in common. */
interface CompiledDocuments {
  /** A generated file, by its path below the output folder. */
  textOf(path: string): string;
  /** A generated list, on one line as the protocol needs it. */
  listOf(path: string): Uint8Array;
  /** Evaluates the module of a tool, prompt or resource. */
  load(path: string): CompiledTool;
  readonly projectDir: string;
}

/** The prompts of a compilation, each loaded on its first call. */
function compiledPrompts(
  { prompts }: Model,
  { textOf, listOf, load, projectDir }: CompiledDocuments,
): NonNullable<ServedToolSource["prompts"]> {
  return {
    scopes: () => JSON.parse(textOf("mcp/server.json")).promptScopes ?? {},
    list: () => listOf("mcp/prompts.json"),
    find: (name) => {
      if (!prompts.some(({ tool }) => tool.name === name)) return { ok: false, message: `There is no prompt named '${name}'.` };
      // Printed by `promptFiles`.
      return { ok: true, prompt: load(`mcp/prompts/${fileBase(name)}.cjs`) as CompiledPrompt, projectDir };
    },
  };
}

/** The resources of a compilation, each loaded when it is first read. */
function compiledResources({ textOf, listOf, load, projectDir }: CompiledDocuments): NonNullable<ServedToolSource["resources"]> {
  // Printed by `resourceFiles`.
  const index = JSON.parse(textOf("mcp/resource-index.json")) as ResourceIndex;
  return {
    hasFiles: JSON.parse(textOf("mcp/server.json")).resourceFiles === true,
    scopes: () => JSON.parse(textOf("mcp/server.json")).resourceScopes ?? {},
    list: () => listOf("mcp/resources.json"),
    listTemplates: () => listOf("mcp/resource-templates.json"),
    index: () => index,
    find: (name) => ({ ok: true, resource: load(`mcp/resources/${fileBase(name)}.cjs`) as CompiledResource, projectDir }),
  };
}

/** The skills of a compilation. */
function compiledSkills({ files }: Compilation, { textOf }: CompiledDocuments): NonNullable<ServedToolSource["skills"]> {
  const below = (folder: string) => files.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
  return {
    index: () => Buffer.from(textOf("mcp/skills.json")),
    files: (skill) => below(`skills/${skill}/`),
    read: (path) => (below("skills/").includes(path) ? Buffer.from(textOf(`skills/${path}`)) : undefined),
  };
}

/** Compiles the specs for a server. Returns `undefined` if they have errors, which are reported. */
export const compileToServe = (options: GlobalOptions, terminal: Terminal, read: Map<string, string>) =>
  compileOrReport(options, terminal, ["bin", "mcp", "skills"], read);

/** A project whose specs are served, with what compiling them has read. */
interface ServedSpecs {
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  readonly read: Map<string, string>;
  readonly log: (line: string) => void;
}

/**
 * Compiles specs again after each change, until the returned function is called. Specs with errors are reported, and
 * the former compilation stays.
 */
export function followSpecs({ options, terminal, read, log }: ServedSpecs, onCompiled: (compilation: Compilation) => void): () => void {
  let isStopped = false;
  const compile = async (): Promise<void> => {
    const compilation = await compileToServe(options, terminal, read);
    if (isStopped) return;
    if (compilation === undefined) log("serves the former tools until these errors are corrected");
    else onCompiled(compilation);
  };
  const root = projectRoot(options, terminal);
  const host = nodeHost(root, limitsFrom(options.limit));
  const onGone = () => log(`serves the former tools: the project's folder is gone: ${root}`);
  const stop = watchSpecs({ root, host, read, compile, report: log, onGone });
  return () => {
    isStopped = true;
    void stop();
  };
}
