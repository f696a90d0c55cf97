// CommonJS bundles of modules of `src`, which other bundles of the same folder share.

import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

const load = createRequire(import.meta.url);

/** The name, without its ending, of the bundle of a module that is imported when it is used. */
export const fileOfLate = (path) => path.replace(/^src\/(.*)\.ts$/, "$1").replaceAll("/", "-");

const pathOf = (file) => relative(root, file).replaceAll("\\", "/");

/**
 * Bundles modules into a file. Modules of `late` are imported from bundles beside it, and those of `shared` are taken
 * from earlier files. Returns esbuild's metadata, and `shared` with these modules: where each is, and its exports.
 */
export async function writeShared(outfile, { options, modules, late, shared }) {
  const contents = modules.map((path, index) => `export * as m${index} from "./${path}";`).join("\n");
  const { metafile } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    outfile,
    format: "cjs",
    plugins: [importedBeside(late), sharedModules(shared), ...options.plugins],
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: `const moduleUrl = require("node:url").pathToFileURL(__filename).href, requirePackage = require;` },
    metafile: true,
  });
  const exported = load(outfile);
  const file = basename(outfile);
  const places = modules.map((path, index) => [path, { file, name: `m${index}`, exports: Object.keys(exported[`m${index}`]) }]);
  return { metafile, shared: new Map([...shared, ...places]) };
}

/** An esbuild plugin that takes modules from the bundles that have them. */
export const sharedModules = (shared) => ({
  name: "shared-modules",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const place = shared.get(pathOf(path));
      if (place === undefined) return undefined;
      const names = place.exports.map((name) => `export const ${name} = shared.${name};`);
      return { contents: `const shared = requirePackage("./${place.file}").${place.name};\n${names.join("\n")}`, loader: "js" };
    });
  },
});

/** An esbuild plugin for functions of modules in another bundle, which is loaded when one of them is called. */
export const requiredWhenCalled = (file, modules) => ({
  name: "required-when-called",
  setup({ onLoad }) {
    const paths = [...modules.keys()];
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const index = paths.indexOf(pathOf(path));
      if (index === -1) return undefined;
      const functions = modules
        .get(paths[index])
        .map((name) => `export const ${name} = (...given) => requirePackage("./${file}").m${index}.${name}(...given);`);
      return { contents: functions.join("\n"), loader: "js" };
    });
  },
});

/** An esbuild plugin that leaves late modules in bundles of their own. */
const importedBeside = (late) => ({
  name: "imported-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      const found = pathOf(join(resolveDir, path.replace(/\.js$/, ".ts")));
      return kind === "dynamic-import" && late.includes(found) ? { path: `./${fileOfLate(found)}.js`, external: true } : undefined;
    });
  },
});
