// Modules that a usual call doesn't need: each is bundled into a file beside `call`, and a stub stands for it.

import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { build } from "esbuild";
import { root } from "../run.mjs";
import { common } from "./bundle.mjs";
import { besideCall } from "./plugins.mjs";

/**
 * The usual call doesn't need the modules named `*.late.ts`: they are bundled into files beside `call`, by their folder
 * or name in `src`. Such a file is read when one of its functions is called, because reading a whole program
 * costs more than running it. These modules may export functions only. `settings.cjs` is for calls of users with
 * settings, `results.cjs` for results that aren't plain text and for failures, `usual-repairs.cjs` for
 * other names and for values of another type, `repairs.cjs` for other repairs and for refusals.
 */
const lateFiles = Object.entries({
  "settings.cjs": ["call/policy/", "call/user-settings.late.ts"],
  "results.cjs": ["call/result/", "call/output.late.ts", "contract/exact-json.late.ts"],
  "rare.cjs": ["call/repair/find-by-alias.late.ts"],
  "usual-repairs.cjs": ["call/repair/coerce-invalid-values.late.ts", "call/repair/rename-aliases.late.ts"],
  "repairs.cjs": ["call/repair/", "call/refusal.late.ts", "contract/"],
});

/** The file that a late module is bundled into. */
const lateFileOf = (path) => lateFiles.find(([, places]) => places.some((place) => path.startsWith(place)))?.[0] ?? "rare.cjs";

/** The late modules by the files that they are bundled into, and what each exports. */
export async function findLateModules() {
  const names = (await readdir(join(root, "src"), { recursive: true })).map((name) => name.split(sep).join("/"));
  const late = names.filter((name) => name.endsWith(".late.ts")).sort();
  return Promise.all(
    lateFiles.map(async ([file]) => {
      const modules = late.filter((name) => lateFileOf(name) === file).map((name) => `src/${name}`);
      return { file, modules, exports: await exportsOf(modules) };
    }),
  );
}

/** The stubs that stand for the late modules in a program, by their paths. */
export const lateStubs = (files) =>
  new Map(files.flatMap(({ file, exports }) => [...exports].map(([path, names]) => [path, stubsOf(names, file)])));

/** A stub can replace only a function, and two modules that export one name would hide each other. */
export function checkFunctions(exports, names) {
  for (const name of names) {
    if (typeof exports[name] !== "function")
      throw new Error(`${name} is exported by two modules, or by a rare module and is not a function`);
  }
}

/** The names that modules export, by module. */
async function exportsOf(modules) {
  const { metafile } = await build({
    ...common,
    entryPoints: modules,
    outdir: "unwritten",
    format: "esm",
    bundle: false,
    write: false,
    metafile: true,
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [join(root, entryPoint), exports]));
}

/** A function that loads a file beside `call` and calls its namesake there. */
const stubOf = (name) => `export function ${name}(...values) { return callLater("${name}", values); }`;

/** The stubs of a module. There are so many that their size counts, so those of a file share the code that loads it. */
const stubsOf = (names, file) => `import { callLater } from "toolgen:later/${file}";\n${names.map(stubOf).join("\n")}`;

/** Replaces modules that are read later with stubs, by their paths. `from` returns the importing file. */
export function readLater(stubs, from = besideCall) {
  const [prefix, namespace] = ["toolgen:later/", "toolgen-later"];
  return {
    name: "read-later",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^toolgen:later\// }, ({ path }) => ({ path: path.slice(prefix.length), namespace }));
      onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: `export function callLater(name, values) { return ${from(path)}[name](...values); }`,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => (stubs.has(path) ? { contents: stubs.get(path) } : undefined));
    },
  };
}
