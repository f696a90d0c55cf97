// Modules that a usual call doesn't need: each is bundled into a file beside `call`, and a stub stands for it.

import { readdir } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { build } from "esbuild";
import { root } from "../run.mjs";
import { common } from "./bundle.mjs";

/**
 * The usual call doesn't need the modules named `*.late.ts`: they are bundled into files beside `call`, by their folder
 * or name in `src`. Such a file is read when one of its functions is called, because reading a whole program
 * costs more than running it. These modules may export functions only. `late.cjs` is for calls of users with settings,
 * for results that aren't plain text, for other names and for values of another type, `rare.cjs` for refusals and all
 * else.
 */
const lateFiles = Object.entries({
  "late.cjs": [
    ...[
      "call/policy/",
      "call/user-settings.late.ts",
      "call/result/",
      "call/output.late.ts",
      "call/refusal.late.ts",
      "contract/exact-json.late.ts",
    ],
    ...["call/repair/coerce-invalid-values.late.ts", "call/repair/rename-aliases.late.ts"],
  ],
  "rare.cjs": [""],
});

/** The file that a late module is bundled into. */
const lateFileOf = (path) => lateFiles.find(([, places]) => places.some((place) => path.startsWith(place)))?.[0];

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

/** A stub can replace only a function, and two modules that export one name would hide each other. */
export function checkFunctions(exports, names) {
  for (const name of names) {
    if (typeof exports[name] !== "function")
      throw new Error(`${name} is exported by two modules, or by a rare module and is not a function`);
  }
}

/** The names that modules export, by module. */
export async function exportsOf(modules) {
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

/** The entry of a bundle with late modules. */
export const lateEntry = ({ modules }) => modules.map((path) => `export * from "./${path}";`).join("\n");

/** Replaces late modules with stubs, but for those that one of the same file imports. */
export function readLater(late) {
  const [prefix, stubs] = ["toolgen:later/", "toolgen-stubs"];
  const files = new Map(late.flatMap(({ file, exports }) => [...exports].map(([path, names]) => [path, { file, names }])));
  return {
    name: "read-later",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\.late\.(?:js|ts)$/ }, ({ path, importer, resolveDir }) => {
        const module = resolve(resolveDir, path.replace(/\.js$/, ".ts"));
        const known = files.get(module);
        if (known === undefined) throw new Error(`${importer} imports ${module}, which isn't there`);
        const isOfFile = importer === "<stdin>" || files.get(importer)?.file === known.file;
        return isOfFile ? { path: module, sideEffects: false } : { path: module, namespace: stubs, sideEffects: false };
      });
      onLoad({ filter: /./, namespace: stubs }, ({ path }) => ({ contents: stubsOf(files.get(path).names, files.get(path).file) }));
      onResolve({ filter: /^toolgen:later\// }, ({ path }) => ({ path: path.slice(prefix.length), namespace: "toolgen-later" }));
      onLoad({ filter: /./, namespace: "toolgen-later" }, ({ path }) => ({
        contents: `import { load } from "toolgen:beside"; export function callLater(name, values) { return load("${path}")[name](...values); }`,
      }));
    },
  };
}
