// Bundles the command line into dist/cli. Node takes longer to find and read some hundred small modules than to run a
// build in which nothing has changed, and longer to load an ES module than a CommonJS module.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { licences } from "./assets/bundle.mjs";
import { pathOf, replacedModules } from "./assets/plugins.mjs";
import { requiredPackages } from "./bundled-packages.mjs";
import { compiledMetaSchema } from "./meta-schema.mjs";
import { root } from "./run.mjs";
import { compiledTemplates, handlebarsParser } from "./templates.mjs";

const entries = ["src/cli/main.ts", "src/cli/command-line.ts", "src/cli/build/check-worker.ts"];

/**
 * The modules that every command loads, and those that every compilation loads besides. Some of these are of the
 * runtime. Commands that compile nothing, as `run` and `guard`, load them without the rest, which is much larger.
 */
const commandLine = ["src/cli/command-line.ts", "src/cli/io/terminal.ts"];
const compiler = ["src/cli/build/full-build.ts"];
const isRuntime = (path) => /^src\/(?:contract|call|agent)\/(?!diagnostic)/.test(path);

/** The dependencies that are loaded sooner from these bundles. All others stay where they are installed. */
const bundled = ["@eslint-community/regexpp", "ajv", "ajv-formats", "picomatch", "semver", "yaml"];

/** The modules that check and compile schemas, whose functions are loaded when one is called. */
const schemaModules = new Map([
  ["src/compiler/json-schema/compile-schema.ts", ["compileSchema", "knownFormats"]],
  ["src/compiler/json-schema/meta-errors.ts", ["metaErrors"]],
]);

/**
 * Writes `main.js`, the program; `command-line.js`, the function that it calls, for tests; `check-worker.js`, the
 * threads that it starts; `base.cjs`, `runtime.cjs`, `compiler.cjs` and `schemas.cjs`, which these share; and
 * the modules that they load when they are used. Each module of `src` is in one of the files only, so that a class is
 * one class wherever it is asked for.
 */
export async function writeCommandLine(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const installed = Object.keys({ ...dependencies, ...peerDependencies });
  const options = {
    absWorkingDir: root,
    bundle: true,
    external: installed.filter((name) => !bundled.includes(name)),
    plugins: [requiredPackages],
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: process.env.TOOLGEN_READABLE === undefined,
    // The `paths` of tsconfig.json lead to toolgen's own declarations.
    tsconfigRaw: {},
    logLevel: "warning",
  };
  const graph = await readModuleGraph(entries, options);
  const base = graph.loadedWith(commandLine);
  const late = graph.late.filter((path) => !base.includes(path));
  const inBase = await writeShared(join(folder, "base.cjs"), { options, modules: base, late, shared: new Map() });
  const compiling = graph.loadedWith(compiler).filter((path) => !base.includes(path));
  const otherLate = late.filter((path) => !compiling.includes(path));
  const running = compiling.filter(isRuntime);
  const inRuntime = await writeShared(join(folder, "runtime.cjs"), { options, modules: running, late: otherLate, shared: inBase.shared });
  const inCompiler = await writeShared(join(folder, "compiler.cjs"), {
    options: {
      ...options,
      plugins: [compiledTemplates, handlebarsParser, requiredWhenCalled("schemas.cjs", schemaModules), requiredPackages],
    },
    modules: compiling.filter((path) => !isRuntime(path) && !schemaModules.has(path)),
    late: otherLate,
    shared: inRuntime.shared,
  });
  const inSchemas = await writeShared(join(folder, "schemas.cjs"), {
    options: { ...options, plugins: [compiledMetaSchema, requiredPackages] },
    modules: [...schemaModules.keys()],
    late: otherLate,
    shared: inCompiler.shared,
  });
  const { metafile } = await build({
    ...options,
    // What isn't in the two files is loaded from where it is installed: these packages are CommonJS.
    external: installed,
    entryPoints: [
      // A thread is started by its name beside the file that starts it.
      ...entries.map((path) => ({ in: path, out: basename(path, ".ts") })),
      ...late.map((path) => ({ in: path, out: fileOfLate(path) })),
    ],
    outdir: folder,
    splitting: true,
    plugins: [sharedModules(inSchemas.shared), requiredPackages],
    inject: ["scripts/require-package.mjs"],
    format: "esm",
    metafile: true,
  });
  const metafiles = [inBase, inRuntime, inCompiler, inSchemas].map(({ metafile }) => metafile);
  await writeFile(join(folder, "LICENCES.txt"), await licences("compiler.cjs or one beside it", ...metafiles, metafile));
}

/** The name, without its ending, of the bundle of a module that is imported when it is used. */
const fileOfLate = (path) => path.replace(/^src\/(.*)\.ts$/, "$1").replaceAll("/", "-");

/**
 * Bundles modules into a file. Modules of `late` are imported from bundles beside it, and those of `shared` are taken
 * from earlier files. Returns esbuild's metadata, and `shared` with these modules: where each is, and its exports.
 */
async function writeShared(outfile, { options, modules, late, shared }) {
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
  const exported = createRequire(import.meta.url)(outfile);
  const file = basename(outfile);
  const places = modules.map((path, index) => [path, { file, name: `m${index}`, exports: Object.keys(exported[`m${index}`]) }]);
  return { metafile, shared: new Map([...shared, ...places]) };
}

/** An esbuild plugin that takes modules from the bundles that have them. */
const sharedModules = (shared) =>
  replacedModules(
    Object.fromEntries(
      [...shared].map(([path, place]) => {
        const names = place.exports.map((name) => `export const ${name} = shared.${name};`);
        return [path, `const shared = requirePackage("./${place.file}").${place.name};\n${names.join("\n")}`];
      }),
    ),
  );

/** An esbuild plugin for functions of modules in another bundle, which is loaded when one of them is called. */
const requiredWhenCalled = (file, modules) =>
  replacedModules(
    Object.fromEntries(
      [...modules].map(([path, names], index) => [
        path,
        names.map((name) => `export const ${name} = (...given) => requirePackage("./${file}").m${index}.${name}(...given);`).join("\n"),
      ]),
    ),
  );

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

/** Reads which modules of `src` entries reach, as esbuild sees them. */
async function readModuleGraph(entryPoints, options) {
  const graph = { packages: "external", format: "esm", outdir: ".", metafile: true, write: false };
  const { metafile } = await build({ ...options, ...graph, entryPoints });
  const { inputs } = metafile;
  const importsOf = (path, isLate) =>
    inputs[path].imports.filter(({ path, kind }) => path in inputs && (kind === "dynamic-import") === isLate).map(({ path }) => path);
  return {
    /** The modules of `src` that are loaded with some, with these. */
    loadedWith(paths) {
      const found = new Set(paths);
      for (const path of found) for (const next of importsOf(path, false)) found.add(next);
      return [...found].filter((path) => path.startsWith("src/")).sort();
    },
    /** The modules that are imported when they are used. */
    late: [...new Set(Object.keys(inputs).flatMap((path) => importsOf(path, true)))].sort(),
  };
}
