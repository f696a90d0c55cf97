import { runnableTools } from "../../model/runnable-tools.js";
import { type BundleName, byTarget } from "../../model/target-name.js";
import type { Model } from "../../model/tool.js";
import { slashCommand, slashCommandFiles } from "../documents/slash-command.js";
import type { Assets, EmitServices, OutputFile } from "../output-file.js";
import { bin } from "../targets/bin.js";
import { hook } from "../targets/hook.js";
import { mcpServer } from "../targets/mcp-server.js";
import { bundleReadme } from "./bundle-readme.js";

/** The way from a bundle's root to its server. */
export const serverIn = ({ project }: Pick<Model, "project">): string => `${project.output}/mcp/server.cjs`;

/** Programs of `bin/` for clients that start calls by themselves. A bundle has its server. */
const unused = ["call", "call.cjs", "in-call.cjs", "discover", "declarations.json"];

/** Bundles whose client starts the hook. */
const hooked: readonly BundleName[] = ["claude-plugin"];

/**
 * The part that bundles have in common: a small copy of the project, in which the server, the tools' modules, their
 * handlers and scripts have the same paths as in the project. So a module has one text everywhere, and finds its files
 * in the bundle.
 */
export async function bundleFiles(
  name: BundleName,
  { model, assets, services }: { readonly model: Model; readonly assets: Assets; readonly services: EmitServices },
): Promise<readonly OutputFile[]> {
  const isHooked = hooked.includes(name);
  const programs = (await bin.emit(model, assets, services)).filter(({ path }) => !unused.includes(path.slice("bin/".length)));
  const hooks = isHooked ? await hook.emit(model, assets, services) : [];
  // Users would see a prompt twice if the server had those with a command of the client, too.
  const prompts = model.prompts.filter((prompt) => slashCommand(name, prompt, model) === undefined);
  const server = await mcpServer.emit({ ...model, prompts }, assets, services);
  return [
    { path: `${name}/README.md`, text: bundleReadme(name, model), executable: false, shared: true },
    ...slashCommandFiles(name, model),
    ...[...programs, ...hooks, ...server].map((file) => moved(file, `${name}/${model.project.output}/${file.path}`)),
    ...model.bundledFiles.map((file) => ({ ...file, path: `${name}/${file.path}` })),
  ];
}

/** The part of a model that a bundle holds, without tools that the project denies: its users can't change that. */
export function bundleModel(name: BundleName, model: Model): Model {
  const tools = model.tools.filter(({ risk }) => !risk.isDenied);
  const resources = model.resources.filter(({ tool }) => !tool.risk.isDenied);
  const runnable = runnableTools({ tools, prompts: model.prompts, resources });
  const names = new Set(runnable.map((tool) => tool.name));
  const scripts = new Set(runnable.flatMap((tool) => (tool.scripts ?? []).map(({ file }) => file)));
  const { files } = model.project.targets[name];
  return {
    ...model,
    tools,
    resources,
    hosted: [],
    excluded: byTarget(() => []),
    handlers: model.handlers.filter(({ tool }) => names.has(tool)),
    bundledFiles: model.bundledFiles.filter(({ path }) => scripts.has(path) || files.includes(path)),
  };
}

/** The same file elsewhere. Its text may be printed late. */
function moved(file: OutputFile, path: string): OutputFile {
  const { executable, shared } = file;
  return {
    path,
    executable,
    ...(shared === undefined ? {} : { shared }),
    get sha256() {
      return file.sha256;
    },
    get text() {
      return file.text;
    },
  };
}
