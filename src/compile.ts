import { type CheckSources, checkSources, combine } from "./check/check.js";
import { checkConfig, configFile } from "./check/config.js";
import { gatherFragments } from "./check/fragments/apply.js";
import { collector } from "./diagnostics/collector.js";
import type { Result, SourceFile } from "./diagnostics/diagnostic.js";
import { type EmitOptions, emit } from "./emit/index.js";
import { type Assets, noRecall, type OutputFile } from "./emit/output-file.js";
import { compileHandlers } from "./handlers/compile-handlers.js";
import type { Host } from "./host.js";
import type { Model } from "./model/tool.js";
import { load, readSource } from "./source/load.js";
import { parse } from "./source/parse.js";

/** A project compiled: the checked model, and what is to be written below `model.project.output`. */
export interface Compilation {
  readonly model: Model;
  readonly files: readonly OutputFile[];
}

export interface CompileOptions extends EmitOptions {
  /** What checks spec files: one that remembers, or works in parallel. By default one after the other. */
  readonly check?: CheckSources;
  /** What becomes of handlers: by default they are bundled, and their types compared with the specs'. */
  readonly handlers?: "check" | "bundle" | "leave";
}

/**
 * Compiles the project at the host's root: reads `toolgen.yaml` and the specs that it names, checks them, and makes every output. Writes nothing.
 * The diagnostics are sorted by place. `files` is empty if one of them is an error, and the model holds only the tools that are right.
 */
export async function compile(
  host: Host,
  assets: Assets,
  { check = checkSources, handlers = "check", ...emitting }: CompileOptions = {},
): Promise<Result<Compilation>> {
  const log = collector();
  const configSource = log.take(await readSource(host, configFile));
  const project = log.take(checkConfig(configSource === undefined ? [] : log.take(parse(configSource))));
  const sources = log.take(await load(host, project.specs));
  const fragments = log.take(gatherFragments(sources, library(assets)));
  const results = await check(sources, { project, fragments });
  const combined = log.take(combine(results, project));
  const handling = { host, assets, recall: emitting.recall ?? noRecall, types: handlers === "check" };
  const model = handlers === "leave" ? combined : log.take(await compileHandlers(combined, handling));
  return log.result({ model, files: log.hasErrors ? [] : await emit(model, assets, emitting) });
}

/** The fragments that come with toolgen: `templates/std/*.yaml` of its package. */
function library(assets: Assets): readonly SourceFile[] {
  const files = Object.entries(assets).filter(([name]) => name.startsWith("templates/std/"));
  return files.map(([name, text]) => ({ path: name.replace("templates/", ""), text }));
}
