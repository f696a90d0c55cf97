import { posix } from "node:path";
import { collector, type Diagnostic, type Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { Assets, Host } from "../contract/host.js";
import { locate, type SpecDocument } from "../contract/spec-node.js";
import { type DeclaredTool, recordedDeclarations, recordName } from "../contract/surface-change.js";
import { loadBashParser } from "../programs/bash-parser.js";
import { manifestFile } from "./build-stamp.js";
import { placePromptFiles, promptFilePaths } from "./check/documents/check-prompt.js";
import { checkScripts, scriptFiles } from "./check/execution/scripts.js";
import { voidClaims } from "./check/project/apply-project-settings.js";
import { bundledPaths, checkBundledFiles, checkBundledServers, checkBundledTools } from "./check/project/bundled-files.js";
import { librarySpan } from "./check/project/check-library.js";
import { checkSkills } from "./check/project/check-skills.js";
import { checkPrefixedName, checkTargets } from "./check/project/check-targets.js";
import { type CheckSources, checkSources, combine, type LibraryTool, type SourceResult } from "./check.js";
import { checkCompilerRange, checkConfig, checkSettingsMatch, configFile, defaultSpecs, emptyConfigHelp } from "./config.js";
import { type EmitOptions, emit } from "./emit/emit.js";
import { gatherFragments } from "./fragments.js";
import { compileHandlers } from "./handlers/compile-handlers.js";
import { byTarget, type Model, modelFor, type ProjectModel, pluginPrefix, runnableTools } from "./model.js";
import { asset, noModuleCache, type OutputFile } from "./output-file.js";
import { defaultName, fitName } from "./source/project-name.js";
import { readBytesOf, readFileFacts, readFiles } from "./source/read-files.js";
import { findImportStyle, type ImportStyle } from "./source/tsconfig.js";
import { libraryBundle, libraryFragments, libraryNames, librarySource, load, parse, piToolSource, readSource } from "./source.js";
import { type Suggestion, suggestFixes } from "./suggest-fixes.js";
import { findAcceptedDeclaration, findVoidedClaims, surfaceLockFile } from "./surface-lock.js";
import type { ToolModel } from "./tool-model.js";

/** A compiled project: the checked model, and the files to write below `model.project.output`. */
export interface Compilation {
  readonly model: Model;
  readonly files: readonly OutputFile[];
}

/** The options of `compile`. */
export interface CompileOptions extends EmitOptions {
  /** Checks spec files, with a cache or in parallel. By default it checks one after the other. */
  readonly check?: CheckSources;
  /** How handlers are treated. By default they are bundled, and their types are compared with the specs. */
  readonly handlers?: "check" | "bundle" | "leave";
}

/**
 * Compiles the project at the host's root: reads `toolgen.yaml` and the specs that it names, checks them, and makes
 * every output. Writes nothing. If `toolgen` in toolgen.yaml excludes this compiler, nothing else is reported. The
 * diagnostics are sorted by position. `files` is empty if one of them is an error, and the model contains only the
 * valid tools.
 */
export async function compile(
  host: Host,
  assets: Assets,
  { check = checkSources, handlers = "check", ...emitOptions }: CompileOptions = {},
): Promise<Result<Compilation>> {
  const log = collector();
  const { config, project } = log.take(await readProject(host, assets));
  const otherCompiler = checkCompilerRange(config[0], asset(assets, "version"));
  // This compiler's other reports about a project for another one could be wrong.
  if (otherCompiler !== undefined) return [{ model: emptyModel(project), files: [] }, [otherCompiler]];

  const checked = log.take(await checkSpecs(host, { config, project, assets, check }));
  const targeted = log.take(await checkOutputs(host, checked, { config, hasErrors: log.hasErrors }));
  const handlerOptions = { host, assets, recall: emitOptions.recall ?? noModuleCache, types: handlers === "check" };
  const model = handlers === "leave" ? targeted : log.take(await compileHandlers(targeted, handlerOptions));
  // Only here: the problems of all stages are reported at once.
  if (log.hasErrors) return log.result({ model, files: [] });
  const imports = await importStyle(host, model);
  return log.result({ model, files: await emit(model, assets, { ...emitOptions, imports }) });
}

/** How generated modules import each other: as the project says, otherwise as its TypeScript needs it. */
async function importStyle(host: Host, { project }: Model): Promise<ImportStyle> {
  const { isBuilt, importExtension } = project.targets.classes;
  if (importExtension !== undefined) return { extension: importExtension };
  return isBuilt ? findImportStyle(host, project.output) : { extension: "js" };
}

interface ProjectSpecs extends Project {
  readonly assets: Assets;
  readonly check: CheckSources;
}

/** Checks the specs of the project and of the library tools that it names, and what they name: files and claims. */
async function checkSpecs(host: Host, { config, project, assets, check }: ProjectSpecs): Promise<Result<Model>> {
  const log = collector();
  const mayBeEmpty = project.library.length > 0 && project.specs === defaultSpecs;
  const projectSources = log.take(await load(host, project.specs, { mayBeEmpty }));
  const librarySources = project.library.map((name) => librarySource(name, assets, project.sandboxes[name]));
  const piSources = project.targets.pi.overrides.flatMap((name) => piToolSource(name, assets) ?? []);
  const sources = [...projectSources, ...librarySources, ...piSources];
  const fragments = log.take(gatherFragments(sources, libraryFragments(assets)));
  const results = await check(sources, { project, fragments });
  const own = results.slice(0, projectSources.length);
  const library = libraryTools(results.slice(own.length, own.length + librarySources.length), { names: project.library, config, assets });
  const piTools = piOverrides(results.slice(own.length + librarySources.length), { own, config });
  const combined = log.take(combine(own, project, [...library, ...piTools]));
  const claimed = log.take(await withDeclarations(await withAcceptedClaims(combined, host), host));
  const model = log.take(placePromptFiles(claimed, await readBytesOf(host, promptFilePaths(claimed))));
  const runnable = runnableTools(model);
  log.take([undefined, checkScripts(runnable, await readFileFacts(host, scriptFiles(runnable)))]);
  return log.result(model);
}

interface OutputContext {
  readonly config: readonly SpecDocument[];
  /** True after errors in specs. Settings and targets can be matched only against specs without errors. */
  readonly hasErrors: boolean;
}

/** Checks what the settings and each target select of the model, and the files that bundles take along. */
async function checkOutputs(host: Host, checked: Model, { config, hasErrors }: OutputContext): Promise<Result<Model>> {
  const log = collector();
  const isValid = () => !hasErrors && !log.hasErrors;
  if (isValid()) log.take([undefined, checkSettingsMatch(config, checked)]);
  const excluded = isValid() ? log.take(checkTargets(config, checked)) : checked.excluded;
  const targeted = withRoom({ ...checked, excluded });
  log.add(
    ...checkPrefixedName(targeted),
    ...checkSkills(config, targeted),
    ...checkBundledTools(targeted),
    ...checkBundledServers(targeted),
  );
  if (!isValid()) return log.result(targeted);
  const files = await readFiles(host, bundledPaths(targeted, config));
  return log.result({ ...targeted, bundledFiles: log.take(checkBundledFiles(targeted, { config, files })) });
}

/** The model of a project without specs. */
const emptyModel = (project: ProjectModel): Model => ({
  project,
  ...{ tools: [], hosted: [], prompts: [], resources: [], excluded: byTarget(() => []), handlers: [], bundledFiles: [] },
});

interface Project {
  /** The documents of `toolgen.yaml`; none without that file. */
  readonly config: readonly SpecDocument[];
  readonly project: ProjectModel;
}

/** Reads `toolgen.yaml`, and no spec. */
export async function readProject(host: Host, assets: Assets): Promise<Result<Project>> {
  const log = collector();
  const source = log.take(await readSource(host, configFile));
  const config = source === undefined ? [] : log.take(parse(source, emptyConfigHelp));
  if (source === undefined && !log.hasErrors) log.add(...(await otherConfigs(host)));
  const project = log.take(checkConfig(config, libraryNames(assets)));
  if (project.serverFrom === "settings") return log.result({ config, project });
  const { server, isFolders } = await defaultName(host, `${project.output}/${manifestFile}`);
  return log.result({ config, project: { ...project, server, serverFrom: isFolders ? "folder" : "package" } });
}

/** Settings in a file by another name would have no effect. */
async function otherConfigs(host: Host): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const path of ["toolgen.yml", "toolgen.json", "toolgen.jsonc"]) {
    const stat = await host.stat(path).catch(() => undefined);
    const reason = `the settings of a project are in ${configFile}`;
    const help = `Rename it to ${configFile}, which may be JSON without comments.`;
    if (stat !== undefined) found.push(diagnostic("unreadable", { path }, { path, reason }, { help }));
  }
  return found;
}

/** The length of a server's and a tool's name together that model APIs accept behind the prefixes of clients. */
const mostTogether = 57;
const mostInPlugin = mostTogether - (pluginPrefix("").length - "mcp____".length);

/** Leaves room behind a default name for the longest name of a tool. */
function withRoom(model: Model): Model {
  const { project } = model;
  if (project.serverFrom === "settings") return model;
  const names = modelFor(model, "mcp").tools.map(({ name }) => name);
  return {
    ...model,
    project: {
      ...project,
      server: fitName(project.server, { names, most: project.targets["claude-plugin"].isBuilt ? mostInPlugin : mostTogether }),
    },
  };
}

/** Suggests changes after which calls of a project's own tools don't ask about values, but for tools with errors. */
export async function suggest(host: Host, assets: Assets): Promise<readonly Suggestion[]> {
  const [{ config, project }] = await readProject(host, assets);
  const [sources] = await load(host, project.specs, { mayBeEmpty: true });
  const [fragments] = gatherFragments(sources, libraryFragments(assets));
  await loadBashParser([...sources, ...[...fragments.values()].map(({ file }) => file)]);
  const documents = sources.flatMap((source) => parse(source)[0]);
  return documents.flatMap((document) => suggestFixes(document, { project, fragments, config: config[0], documents }));
}

/** Voids the claims that `toolgen.lock` doesn't have. Without a lock, and without claims, there are none. */
async function withAcceptedClaims(model: Model, host: Host): Promise<Model> {
  const { project, tools, hosted } = model;
  if (![...tools, ...hosted].some(({ values }) => values.some(({ claimedIn }) => claimedIn !== undefined))) return model;
  const lock = await host.read(surfaceLockFile);
  if (lock === undefined) return model;
  const voided = findVoidedClaims(model, new TextDecoder().decode(lock));
  const accepted = (tool: ToolModel) => voidClaims(tool, voided(tool), project);
  return { ...model, tools: tools.map(accepted), hosted: hosted.map(accepted) };
}

/** Collects toolgen's specs of pi's own tools that `overrides` names, and for which the project has no spec. */
function piOverrides(
  results: readonly SourceResult[],
  { own, config: [document] }: { readonly own: readonly SourceResult[]; readonly config: readonly SpecDocument[] },
): readonly LibraryTool[] {
  const claimed = new Set(own.flatMap(({ claims }) => claims.filter(({ host }) => host === "pi").map(({ name }) => name)));
  const isMissing = ({ tools }: SourceResult) => tools.every(({ name }) => !claimed.has(name));
  if (document === undefined) return [];
  const span = locate(document.root, ["targets", "pi", "overrides"]);
  return results.filter(isMissing).map((result) => ({ result, code: undefined, span }));
}

/** Holds the calls of MCP servers' tools to what was declared of them: at the last import, and in `toolgen.lock`. */
async function withDeclarations(model: Model, host: Host): Promise<Result<Model>> {
  const calling = model.tools.filter(({ serverTool }) => serverTool !== undefined);
  if (calling.length === 0) return [model, []];
  const folders = [...new Set(calling.map(({ source }) => posix.dirname(source.file.path)))];
  const paths = folders.map((folder) => posix.join(folder, recordName));
  const texts = await Promise.all(paths.map(async (path) => textOf(await host.read(path))));
  const recorded = new Map<string, DeclaredTool>();
  const problems: Diagnostic[] = [];
  for (const [i, path] of paths.entries()) {
    const text = texts[i];
    const record = text === undefined ? [] : recordedDeclarations(text);
    if (typeof record === "string") problems.push(diagnostic("unreadable-record", { path }, { path, reason: record }));
    else for (const [name, declared] of record) recorded.set(name, declared);
  }
  const declared = calling.map((tool): ToolModel => {
    const found = recorded.get(tool.serverTool ?? "");
    return found === undefined ? tool : { ...tool, upstream: found };
  });
  const accepted = findAcceptedDeclaration(textOf(await host.read(surfaceLockFile)));
  const held = new Map(declared.map((tool) => [tool.name, holdTo(tool, accepted(tool))]));
  return [{ ...model, tools: model.tools.map((tool) => held.get(tool.name) ?? tool) }, problems];
}

function holdTo(tool: ToolModel, declared: DeclaredTool | undefined): ToolModel {
  const { definition } = tool;
  if (declared === undefined || definition.mcp === undefined) return tool;
  return { ...tool, definition: { ...definition, mcp: { ...definition.mcp, declared } } };
}

const textOf = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : new TextDecoder().decode(bytes));

interface LibraryContext {
  readonly names: readonly string[];
  readonly config: readonly SpecDocument[];
  readonly assets: Assets;
}

/**
 * Collects the results of the library tools that the project names, with their bundles and the positions of their
 * names.
 */
function libraryTools(results: readonly SourceResult[], { names, config, assets }: LibraryContext): readonly LibraryTool[] {
  const [document] = config;
  return results.flatMap((result, i) => {
    const name = names[i] ?? "";
    return document === undefined ? [] : [{ result, code: libraryBundle(name, assets), span: librarySpan(document, name) }];
  });
}
