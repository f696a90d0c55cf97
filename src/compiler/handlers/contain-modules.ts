import { dirname, isAbsolute, join, resolve } from "node:path";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import type { ModuleAccess } from "../../contract/host.js";
import { foldersUp, type ModuleScope } from "../source/tsconfig.js";
import { NativePackages } from "./native-packages.js";

/**
 * Keeps a handler's imports within the project and its packages, whatever the import: a path, a link, `paths` of
 * tsconfig.json, or a package's manifest. Imports that a bundle would only resolve at run time are refused too, except
 * for Node's own modules.
 */
export function containModules({ folder, modules }: ModuleScope): Plugin {
  return {
    name: "toolgen-contained",
    setup(build) {
      const native = new NativePackages(modules);
      build.onResolve({ filter: /./ }, (args) =>
        args.pluginData === ownRequest ? undefined : contain(build, args, { folder, modules, native }),
      );
    },
  };
}

/** Marks requests to esbuild that are neither contained nor left out of the bundle: they look for a file. */
export const ownRequest = Symbol("own request");

interface Containment extends ModuleScope {
  readonly native: NativePackages;
}

async function contain(
  build: PluginBuild,
  args: OnResolveArgs,
  { folder, modules, native }: Containment,
): Promise<OnResolveResult | undefined> {
  const { path, kind, importer, namespace, resolveDir } = args;
  if (kind === "entry-point") return undefined;
  const refuse = (why: string) => ({ errors: [{ text: `${JSON.stringify(path)} can't be imported: ${why}` }] });
  const isPackage = !isPath(path);
  for (const manifest of manifestsOn(path, resolveDir, isPackage)) {
    const problem = modules.problem(manifest, "manifest");
    if (problem !== undefined) return refuse(`about the package.json on its path, ${problem}`);
  }
  const { errors, warnings, ...found } = await build.resolve(path, {
    importer,
    namespace,
    resolveDir,
    kind,
    with: args.with,
    pluginData: ownRequest,
  });
  // esbuild's own search fails too, and it knows whether the code catches that, as it does around optional packages.
  if (errors.length > 0) return undefined;
  if (found.external) return isAddress(path) ? refuse("a bundle loads nothing from the network") : { ...found, warnings };
  const isOwn = importer.startsWith(folder) || namespace !== "file";
  const problem = found.namespace === "file" ? modules.problem(found.path, isPackage || !isOwn ? "package" : "file") : undefined;
  if (problem !== undefined) return refuse(problem);
  return native.check({ specifier: path, importer, found: found.path }) ?? { ...found, warnings };
}

/** esbuild leaves these out of bundles, as it does Node's own modules. */
const isAddress = (specifier: string) => /^(?:https?:)?\/\//i.test(specifier);

const isPath = (specifier: string) => /^\.{1,2}(?:\/|$)/.test(specifier) || isAbsolute(specifier);

/** The manifests that a search may read: in the folders above the target, and of packages with its name. */
function manifestsOn(specifier: string, from: string, isPackage: boolean): readonly string[] {
  if (from === "") return [];
  const above = foldersUp(from);
  const folders = isPackage
    ? above.flatMap((folder) => foldersBelow(join(folder, "node_modules"), specifier))
    : foldersUp(resolve(from, specifier));
  return [...new Set([...above, ...folders])].map((folder) => join(folder, "package.json"));
}

const foldersBelow = (folder: string, specifier: string): readonly string[] => {
  const parts = specifier.split("/");
  return parts.map((_, i) => join(folder, ...parts.slice(0, i + 1)));
};

/** Why a file's source map, which esbuild reads by itself, must not be read. */
export function mapProblem(path: string, { text, modules }: { readonly text: string; readonly modules: ModuleAccess }): string | undefined {
  for (const [, target = ""] of text.matchAll(/[#@]\s*sourceMappingURL=\s*([^\s'"*]+)/g)) {
    if (target.startsWith("data:")) continue;
    const problem = modules.problem(resolve(dirname(path), decodeURIComponentSafely(target)), "file");
    if (problem !== undefined) return `the source map ${JSON.stringify(target)} can't be read: ${problem}`;
  }
  return undefined;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
