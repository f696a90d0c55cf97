// The two modules that the package exports: their bundles, and the declarations that users' programs can reach.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { replacedModules } from "./assets/plugins.mjs";
import { bundledNames, bundleOf } from "./bundled-packages.mjs";
import { compiledModules, root } from "./run.mjs";
import { compiledTemplates } from "./templates.mjs";

/** The sources of the modules, by their paths in `dist`. */
const entries = { index: "src/index.ts", "runtime/index": "src/runtime/index.ts" };

/**
 * Writes the modules into a folder. What both use is in one of the files only, so that a class is one class wherever it
 * is imported; what they load when it is used is in files of its own.
 */
export async function writePublicModules(dist) {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out: out.replace("/", "-") })),
    outdir: join(dist, "modules"),
    chunkNames: "[name]-[hash]",
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    plugins: [importedPackages, forBundlers, compiledTemplates],
    platform: "node",
    target: "node20",
    format: "esm",
    tsconfigRaw: {},
    logLevel: "warning",
  });
  await writePublicDeclarations(dist);
  for (const out of Object.keys(entries)) {
    const from = relative(dirname(join(dist, out)), join(dist, "modules", `${out.replace("/", "-")}.js`));
    await writeFile(join(dist, `${out}.js`), `export * from "${from.startsWith(".") ? from : `./${from}`}";\n`);
  }
}

/** An esbuild plugin with which modules import packages from their bundles in `dist/packages`. */
const importedPackages = {
  name: "imported-packages",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${bundledNames})$`) }, ({ path }) => ({ path: `../packages/${bundleOf(path)}`, external: true }));
  },
};

const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** Modules as a bundle of a user's program can contain them: it has neither this package's folder nor its own. */
const forBundlers = replacedModules({
  "src/agent/tool/ajv-packages.ts": `export { ajvPackages } from "ajv-packages";`,
  "src/agent/mcp/client-version.ts": `export const clientVersion = () => ${JSON.stringify(version)};`,
});

/** Copies the declarations that users' programs can reach: those of the entries, and what they import. */
async function writePublicDeclarations(dist) {
  const copied = new Set();
  const pending = Object.keys(entries).map((name) => `${name}.d.ts`);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (copied.has(name)) continue;
    copied.add(name);
    const text = await readFile(join(compiledModules, name), "utf8");
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), text);
    pending.push(...importedBy(name, text));
  }
}

/** The declarations that one imports by a relative path, in any form: `from "…"`, `import "…"`, `import("…")`. */
function importedBy(name, text) {
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)"/g)].map((found) => found[1]);
  return specifiers
    .map((path) => join(dirname(name), path.replace(/\.js$/, ".d.ts")))
    .filter((path) => existsSync(join(compiledModules, path)));
}
