import { createHash } from "node:crypto";
import type { Diagnostic, Result } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { type Assets, type Host, HostError, type ModuleAccess, refusalReason } from "../../contract/host.js";
import { argsType } from "../emit/print/tool-file.js";
import { toolNames } from "../emit/print/tool-names.js";
import { printToolTypes } from "../emit/print/tool-types.js";
import { type Model, runnableTools } from "../model.js";
import { asset, type ModuleCache } from "../output-file.js";
import type { HandlerBundle, HandlerModel, ToolModel } from "../tool-model.js";
import type { Bundled } from "./bundle.js";
import type { SignatureRequest } from "./signature.js";

interface HandlerOptions {
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
    const { external } = model.project;
    const request = { handler: tool.handler, secrets: Object.keys(secrets), format: output.format, external };
    const [bundled, problems] = await bundle(request, workshop);
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
  const handlers = bundles.map(([{ name }, { code, map, packages }]): HandlerBundle => ({ tool: name, code, map, packages }));
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

interface ChangedHandlerOptions {
  readonly host: Host;
  readonly modules: ModuleAccess;
  readonly recall: ModuleCache;
  /** The project's real place, and its output folder. */
  readonly folder: string;
  readonly output: string;
}

/**
 * Compares the types of handlers with their specs', except for those that matched before and whose spec and files are
 * unchanged: loading the type checker takes most of a second.
 */
async function checkChangedHandlers(
  tools: readonly HandledTool[],
  { host, modules, recall, folder, output }: ChangedHandlerOptions,
): Promise<readonly Diagnostic[]> {
  const remembered = await Promise.all(tools.map(async (tool) => ({ tool, fits: await isAsItWas(recall.get(madeOf(tool)), host) })));
  const unknown = remembered.filter(({ fits }) => !fits).map(({ tool }) => tool);
  if (unknown.length === 0) return [];
  const [{ checkSignatures }, types] = await Promise.all([import("./signature.js"), printToolTypes(unknown)]);
  const requests = unknown.map((tool, i) => requestOf(tool, { types: types[i] ?? "", output }));
  const results = untilTooDeep(() => checkSignatures(requests, { folder, modules }));
  if (results === undefined) return unknown.map(({ handler }) => diagnostic("handler-too-deep", handler.span, { file: handler.file }));
  for (const [i, [files, problems]] of results.entries()) {
    const tool = unknown[i];
    if (tool !== undefined && problems.length === 0)
      recall.set(madeOf(tool), JSON.stringify(await marksOf([...files, "tsconfig.json"], host)));
  }
  return results.flatMap(([, problems]) => problems);
}

/** TypeScript recurses over the code and over chains of imports. */
function untilTooDeep<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message)) return undefined;
    throw error;
  }
}

const madeOf = ({ name, schema, handler, definition }: HandledTool) =>
  `handler\0${JSON.stringify([name, schema, definition.defaults, handler.file, handler.exportName, Object.keys(definition.secrets ?? {})])}`;

function requestOf(tool: HandledTool, { types, output }: { readonly types: string; readonly output: string }): SignatureRequest {
  const names = toolNames(tool.name);
  const text = ['import type { WithDefaults } from "toolgen/runtime";', types, argsType(tool, names)].join("\n\n");
  const module = { path: `${output}/${names.path}`, text, argsType: names.argsType };
  return { handler: tool.handler, module, secrets: Object.keys(tool.definition.secrets ?? {}) };
}

type Marks = readonly (readonly [path: string, hash: string])[];

const marksOf = (paths: readonly string[], host: Host): Promise<Marks> =>
  Promise.all(
    paths.map(async (path) => {
      const bytes = await host.read(path).catch(() => undefined);
      return [path, bytes === undefined ? "" : createHash("sha256").update(bytes).digest("base64url")] as const;
    }),
  );

/** Returns true if the files that a handler was checked with haven't changed. */
async function isAsItWas(kept: string | undefined, host: Host): Promise<boolean> {
  if (kept === undefined) return false;
  const marks = JSON.parse(kept) as Marks;
  const now = await marksOf(
    marks.map(([path]) => path),
    host,
  );
  return marks.every(([, hash], i) => hash === now[i]?.[1]);
}

/** A tool with a handler. */
type HandledTool = ToolModel & { readonly handler: HandlerModel };
