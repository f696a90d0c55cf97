import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import { asset } from "../emit/asset.js";
import type { Assets, ModuleCache } from "../emit/output-file.js";
import { type Host, HostError, refusalReason } from "../host.js";
import { runnableTools } from "../model/runnable-tools.js";
import type { HandlerBundle, HandlerModel, Model } from "../model/tool.js";
import type { Bundled } from "./bundle.js";
import { checkChangedHandlers } from "./check-changed-handlers.js";
import type { HandledTool } from "./handled-tool.js";

export interface HandlerOptions {
  readonly host: Host;
  readonly assets: Assets;
  readonly recall: ModuleCache;
  /** True if their types are compared with the specs. This takes a second, unless the result is cached. */
  readonly types: boolean;
}

/**
 * Bundles the handlers of a model and compares their types with the specs'. Nothing is loaded for a model without
 * handlers. No tool may write their source files from then on.
 */
export async function compileHandlers(model: Model, options: HandlerOptions): Promise<Result<Model>> {
  const handled = runnableTools(model).filter((tool): tool is HandledTool => tool.handler !== undefined);
  if (handled.length === 0) return [model, []];
  const { host, assets } = options;
  const { folder, modules } = host;
  if (folder === undefined || modules === undefined)
    return [model, handled.map(({ handler }) => diagnostic("handler-no-disk", handler.span, { file: handler.file }))];
  const log: Diagnostic[] = [];
  const present: HandledTool[] = [];
  for (const tool of handled) {
    const problem = await lookAt(tool.handler, host);
    if (problem === undefined) present.push(tool);
    else log.push(problem);
  }

  const { bundle } = await import("./bundle.js");
  // A recording host must also see the settings, which are read separately.
  await host.stat("tsconfig.json").catch(() => undefined);
  const root = await host.realPath(".");
  const runtime = asset(assets, "handler.mjs");
  const guard = asset(assets, "handler-guard.mjs");
  const workshop = { host, modules, folder: root, output: model.project.output, runtime, guard };
  const bundles: (readonly [HandledTool, Bundled])[] = [];
  for (const tool of present) {
    const { secrets = {}, output } = tool.definition;
    const [bundled, problems] = await bundle({ handler: tool.handler, secrets: Object.keys(secrets), format: output.format }, workshop);
    log.push(...problems);
    if (bundled !== undefined) bundles.push([tool, bundled]);
  }
  const bundledTools = bundles.map(([tool]) => tool);
  if (options.types)
    log.push(...(await checkChangedHandlers(bundledTools, { ...options, modules, folder: root, output: model.project.output })));
  return [withHandlers(model, bundles), log];
}

async function lookAt({ file, span }: HandlerModel, host: Host): Promise<Diagnostic | undefined> {
  try {
    return (await host.stat(file)) === undefined ? diagnostic("handler-missing", span, { file }) : undefined;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return error.code === "EOUTSIDE"
      ? diagnostic("handler-outside", span, { path: file })
      : diagnostic("unreadable", span, { path: file, reason: refusalReason(error) });
  }
}

function withHandlers(model: Model, bundles: readonly (readonly [HandledTool, Bundled])[]): Model {
  const handlers = bundles.map(([{ name }, { code, map }]): HandlerBundle => ({ tool: name, code, map }));
  const patterns = model.project.specPatterns.map((pattern) => new RegExp(pattern));
  const sources = [...new Set(bundles.flatMap(([, bundled]) => bundled.sources))].sort();
  const others = sources.filter((path) => !patterns.some((pattern) => pattern.test(path)));
  if (others.length === 0) return { ...model, handlers: [...model.handlers, ...handlers] };
  const specPatterns = [...model.project.specPatterns, ...others.map((path) => `^${path.replace(/[^\w/-]/g, "\\$&")}$`)];
  const tools = model.tools.map((tool) => ({
    ...tool,
    definition: { ...tool.definition, project: { ...tool.definition.project, specPatterns } },
  }));
  return { ...model, handlers: [...model.handlers, ...handlers], tools, project: { ...model.project, specPatterns } };
}
