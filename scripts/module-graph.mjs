// Which modules of `src` import which, as esbuild sees them.

import { build } from "esbuild";

/** Reads the modules that entries reach. */
export async function readModuleGraph(entryPoints, options) {
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
