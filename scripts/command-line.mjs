// Bundles the command line into dist/cli. Node takes longer to find and read some hundred small modules than to run a
// build in which nothing has changed, and longer to load an ES module than a CommonJS module.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { licences } from "./assets/licences.mjs";
import { compiledMetaSchema } from "./meta-schema.mjs";
import { readModuleGraph } from "./module-graph.mjs";
import { requiredPackages } from "./required-packages.mjs";
import { root } from "./run.mjs";
import { fileOfLate, requiredWhenCalled, sharedModules, writeShared } from "./shared-bundles.mjs";
import { compiledTemplates, handlebarsParser } from "./templates.mjs";

const entries = ["src/cli/main.ts", "src/cli/command-line.ts", "src/cli/build/check-worker.ts"];

/**
 * The modules that every command loads, and those that every compilation loads besides. Some of these are of the
 * runtime. Commands that compile nothing, as `run` and `guard`, load them without the rest, which is much larger.
 */
const commandLine = ["src/cli/command-line.ts", "src/cli/io/terminal.ts"];
const compiler = ["src/cli/build/full-build.ts"];
const isRuntime = (path) => path.startsWith("src/runtime/");

/** The dependencies that are loaded sooner from these bundles. All others stay where they are installed. */
const bundled = ["@eslint-community/regexpp", "ajv", "ajv-formats", "picomatch", "semver", "yaml"];

/** The modules that check and compile schemas, whose functions are loaded when one is called. */
const schemaModules = new Map([
  ["src/check/schema/compile-schema.ts", ["compileSchema", "knownFormats"]],
  ["src/check/schema/meta-errors.ts", ["metaErrors"]],
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
    minifyWhitespace: true,
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
  const outputs = Object.assign({}, ...[inBase, inRuntime, inCompiler, inSchemas, { metafile }].map((written) => written.metafile.outputs));
  await writeFile(join(folder, "LICENCES.txt"), await licences("compiler.cjs or one beside it", { outputs }));
}
