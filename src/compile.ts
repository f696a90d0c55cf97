import { type CheckSources, checkSources, combine } from "./check/check.js";
import type { SourceResult } from "./check/check-source.js";
import { checkScripts, scriptFiles } from "./check/command/scripts.js";
import { placePromptFiles, promptFilePaths } from "./check/documents/place-prompt-files.js";
import { gatherFragments } from "./check/fragments/apply-fragments.js";
import { bundledPaths, checkBundledFiles } from "./check/project/bundled-files.js";
import { librarySpan, type Taken } from "./check/project/check-library.js";
import { checkTargets } from "./check/project/check-targets.js";
import { checkCompilerRange } from "./check/project/compiler-range.js";
import { checkConfig, configFile, defaultSpecs, emptyConfigHelp } from "./check/project/config.js";
import { checkSettingsMatch } from "./check/project/settings.js";
import { voidClaims } from "./check/project/void-claims.js";
import { checkBundledServers } from "./check/rules/bundled-servers.js";
import { checkBundledTools } from "./check/rules/bundled-tools.js";
import { checkPrefixedName } from "./check/rules/prefixed-name.js";
import { collector } from "./diagnostics/collector.js";
import type { Result } from "./diagnostics/diagnostic.js";
import { asset } from "./emit/asset.js";
import { type EmitOptions, emit } from "./emit/index.js";
import { type Assets, noModuleCache, type OutputFile } from "./emit/output-file.js";
import { compileHandlers } from "./handlers/compile-handlers.js";
import type { Host } from "./host.js";
import { libraryBundle, libraryFragments, libraryNames, librarySource } from "./library.js";
import { runnableTools } from "./model/runnable-tools.js";
import { byTarget } from "./model/target-name.js";
import type { Model, ProjectModel, ToolModel } from "./model/tool.js";
import { readFileFacts } from "./source/file-facts.js";
import { load, readSource } from "./source/load.js";
import { parse } from "./source/parse.js";
import { readBytesOf, readFiles } from "./source/read-files.js";
import type { SpecDocument } from "./source/spec-node.js";
import { surfaceLockFile } from "./surface/surface-lock-file.js";
import { findVoidedClaims } from "./surface/voided-claims.js";

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
  { check = checkSources, handlers = "check", ...emitting }: CompileOptions = {},
): Promise<Result<Compilation>> {
  const log = collector();
  const { config, project } = log.take(await readProject(host, assets));
  const refusal = checkCompilerRange(config[0], asset(assets, "version"));
  // This compiler's other reports about a project for another one could be wrong.
  if (refusal !== undefined)
    return [
      {
        model: { project, tools: [], hosted: [], prompts: [], resources: [], excluded: byTarget(() => []), handlers: [], bundledFiles: [] },
        files: [],
      },
      [refusal],
    ];
  const mayBeEmpty = project.library.length > 0 && project.specs === defaultSpecs;
  const own = log.take(await load(host, project.specs, { mayBeEmpty }));
  const shipped = project.library.map((name) => librarySource(name, assets, project.sandboxes[name]));
  const sources = [...own, ...shipped];
  const fragments = log.take(gatherFragments(sources, libraryFragments(assets)));
  const results = await check(sources, { project, fragments });
  const taken = taking(results.slice(own.length), { names: project.library, config, assets });
  const claimed = log.take(combine(results.slice(0, own.length), project, taken));
  const checked = await withAcceptedClaims(claimed, host);
  const combined = log.take(placePromptFiles(checked, await readBytesOf(host, promptFilePaths(checked))));
  const runnable = runnableTools(combined);
  log.take([undefined, checkScripts(runnable, await readFileFacts(host, scriptFiles(runnable)))]);
  // Settings can be matched only against specs without errors.
  if (!log.hasErrors) log.take([undefined, checkSettingsMatch(config, combined)]);
  const excluded = log.hasErrors ? combined.excluded : log.take(checkTargets(config, combined));
  const chosen = { ...combined, excluded };
  log.take([undefined, [...checkPrefixedName(chosen), ...checkBundledTools(chosen), ...checkBundledServers(chosen)]]);
  const files = await readFiles(host, log.hasErrors ? [] : bundledPaths(chosen, config));
  const selected = { ...chosen, bundledFiles: log.hasErrors ? [] : log.take(checkBundledFiles(chosen, { config, files })) };
  const handling = { host, assets, recall: emitting.recall ?? noModuleCache, types: handlers === "check" };
  const model = handlers === "leave" ? selected : log.take(await compileHandlers(selected, handling));
  return log.result({ model, files: log.hasErrors ? [] : await emit(model, assets, emitting) });
}

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
  return log.result({ config, project: log.take(checkConfig(config, libraryNames(assets))) });
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

interface Taking {
  readonly names: readonly string[];
  readonly config: readonly SpecDocument[];
  readonly assets: Assets;
}

/**
 * Collects the results of the library tools that the project names, with their bundles and the positions of their
 * names.
 */
function taking(results: readonly SourceResult[], { names, config, assets }: Taking): readonly Taken[] {
  const [document] = config;
  return results.flatMap((result, i) => {
    const name = names[i] ?? "";
    return document === undefined ? [] : [{ result, code: libraryBundle(name, assets), span: librarySpan(document, name) }];
  });
}
