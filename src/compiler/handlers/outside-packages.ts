import { join, relative, sep } from "node:path";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import type { Host } from "../../contract/host.js";
import { ownRequest } from "./contain-modules.js";
import { packageName } from "./native-packages.js";
import { messageOf } from "./package-problems.js";

interface Outside {
  readonly host: Host;
  readonly folder: string;
  /** The packages that stay out of the bundle. */
  readonly external: ReadonlySet<string>;
  /** Gets the names of those that the bundle loads. */
  readonly loaded: Set<string>;
}

/**
 * Leaves the packages of `external` out of a bundle, which loads them from the project's `node_modules` when it needs
 * them. They must be installed there, because the bundle is below the project's folder wherever they are imported.
 */
export function leaveOutPackages(outside: Outside): Plugin {
  return {
    name: "toolgen-outside",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, (args) => leaveOut(build, args, outside));
      build.onLoad({ filter: /^external:/, namespace }, ({ path }) => ({
        contents: loading(path.slice("external:".length)),
        loader: "js",
      }));
    },
  };
}

const namespace = "toolgen-handler";
/** Marks this plugin's own requests to esbuild, which are contained as others are. */
const lookUp = Symbol("look up");

async function leaveOut(build: PluginBuild, args: OnResolveArgs, outside: Outside): Promise<OnResolveResult | undefined> {
  const { path, importer, pluginData, kind } = args;
  if (pluginData === ownRequest || pluginData === lookUp || kind === "entry-point") return undefined;
  if (args.namespace === namespace && importer.startsWith("external:")) return { path, external: true };
  const name = packageName(path);
  if (!outside.external.has(name)) return undefined;
  outside.loaded.add(name);
  const { folder, host } = outside;
  const { errors, path: found } = await build.resolve(path, { resolveDir: folder, kind: "require-call", pluginData: lookUp });
  // A build that is recorded depends on whether the package is there.
  const manifest = errors.length === 0 ? found : join(folder, "node_modules", name, "package.json");
  await host.stat(relative(folder, manifest).split(sep).join("/")).catch(() => undefined);
  if (errors.length === 0) return { path: `external:${path}`, namespace };
  return { errors: [messageOf({ code: "external-missing", name, why: errors[0]?.text ?? "" })] };
}

/**
 * Loads a package from the project's folder, which is the bundle's argument: bundles of `toolgen call` are elsewhere.
 * The error is a `ToolError`: its message is all that helps.
 */
function loading(specifier: string): string {
  const name = packageName(specifier);
  const missing = `The package '${name}', which this tool loads from the project's node_modules, isn't installed there. Ask the user to run \`npm install\` in the project's folder.`;
  const broken = `The package '${name}' in the project's node_modules can't be loaded. Ask the user to run \`npm rebuild ${name}\` in the project's folder, with the Node that runs the tool. `;
  return `try {
  const paths = [require("node:process").argv[2] || __dirname, __dirname];
  module.exports = require(require.resolve(${JSON.stringify(specifier)}, { paths }));
} catch (cause) {
  const code = cause?.code;
  const isMissing = code === "MODULE_NOT_FOUND" && String(cause.message).includes(${JSON.stringify(`'${specifier}'`)});
  if (!isMissing && code !== "ERR_DLOPEN_FAILED") throw cause;
  const message = isMissing ? ${JSON.stringify(missing)} : ${JSON.stringify(broken)} + cause.message;
  throw Object.assign(new Error(message, { cause }), { name: "ToolError", code });
}
`;
}
