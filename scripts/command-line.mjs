// Bundles the command line into dist/cli. Node takes longer to find and read some hundred small modules than to run a
// build in which nothing has changed.

import { rm } from "node:fs/promises";
import { build } from "esbuild";
import { compiledMetaSchema } from "./meta-schema.mjs";
import { requiredPackages } from "./required-packages.mjs";
import { root } from "./run.mjs";

/**
 * Writes `main.js`, the program; `command-line.js`, the function that it calls, for tests; `check-worker.js`, the
 * threads that it starts; and what they share or load later. Each module of `src` is in one of the files only, so that
 * a class is one class wherever it is asked for. Packages stay where they are.
 */
export async function writeCommandLine(folder) {
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ["src/cli/main.ts", "src/cli/command-line.ts", "src/cli/build/check-worker.ts"],
    outdir: folder,
    // A thread is started by its name beside the file that starts it.
    entryNames: "[name]",
    bundle: true,
    splitting: true,
    packages: "external",
    plugins: [requiredPackages, compiledMetaSchema],
    inject: ["scripts/require-package.mjs"],
    platform: "node",
    target: "node20",
    format: "esm",
    // The `paths` of tsconfig.json lead to toolgen's own declarations.
    tsconfigRaw: {},
    logLevel: "warning",
  });
}
