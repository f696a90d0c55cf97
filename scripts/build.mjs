// npm run build: compiles src/ to dist/, and builds the programs and texts in dist/assets that toolgen copies into
// users' outputs. With --if-changed it does nothing if it was last run with the same files.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { packageTable } from "./assets/package-table.mjs";
import { writeAssets } from "./assets.mjs";
import { writeBundledPackages } from "./bundled-packages.mjs";
import { writeCommandLine } from "./command-line.mjs";
import { writeLibrary } from "./library.mjs";
import { writePublicModules } from "./public-modules.mjs";
import { compiledModules, importModule } from "./run.mjs";
import { writeStarters } from "./starters.mjs";
import { writeTokenizerTable } from "./tokenizer-table.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const assets = join(dist, "assets");
const started = process.hrtime.bigint();
/** Outside dist, which is published. */
const stamp = join(root, "node_modules", ".cache", "toolgen-build");
const inputs = await hashOfInputs();

if (
  process.argv.includes("--if-changed") &&
  existsSync(join(assets, "build-id")) &&
  existsSync(stamp) &&
  readFileSync(stamp, "utf8") === inputs
) {
  console.log("dist is up to date.");
  process.exit(0);
}
await rm(stamp, { force: true });
await rm(dist, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await rm(compiledModules, { recursive: true, force: true });
compileTypeScript();
const [programs, library] = await Promise.all([
  writeAssets(assets),
  writeLibrary(join(assets, "library")),
  // The command line is loaded while it is written, and needs these packages.
  writeBundledPackages(join(dist, "packages")).then(() => writeCommandLine(join(dist, "cli"))),
  writePublicModules(dist),
  writeStarters(join(assets, "starters.json.br")),
  writeTokenizerTable(assets),
]);
await writePackageLists({ ...programs, ...library });
await chmod(join(dist, "cli", "main.js"), 0o755);
await writeSchemas();
await writeBuildId();
await mkdir(dirname(stamp), { recursive: true });
await writeFile(stamp, inputs);
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
console.log(`Built dist in ${seconds.toFixed(1)} s.`);

/**
 * Prints each module by itself, for tests and for scripts that read tables of `src`, and its declarations.
 * `npm run check:types` checks the types, which takes three times as long.
 */
function compileTypeScript() {
  const compiler = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace(/package\.json$/, "bin/tsc");
  const args = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", compiledModules];
  const { failed } = execaSync(process.execPath, [compiler, ...args], { cwd: root, stdio: "inherit", reject: false });
  if (failed) process.exit(1);
}

/** Writes which packages are in the assets, for builds of projects and for readers. */
async function writePackageLists(metafiles) {
  const table = await packageTable(metafiles);
  const { printLicences } = await importModule("compiler/emit/print/package-lists.js");
  await writeFile(join(assets, "packages.json"), JSON.stringify(table));
  await writeFile(
    join(assets, "LICENCES.txt"),
    printLicences(
      Object.keys(table.files).map((file) => ({ path: file, asset: file })),
      table,
    ),
  );
}

/** Writes the JSON Schemas of specs and of toolgen.yaml, for editors, from the checks that were just compiled. */
async function writeSchemas() {
  const { configSchema, specSchema } = await importModule("compiler/spec-schema.js");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await writeFile(join(assets, "spec.schema.json"), `${JSON.stringify(specSchema(version), null, 2)}\n`);
  await writeFile(join(assets, "config.schema.json"), `${JSON.stringify(configSchema(version), null, 2)}\n`);
}

/** Identifies all that a build reads, with the packages by their lockfile. */
async function hashOfInputs() {
  const hash = createHash("sha256");
  const folders = ["src", "library", "templates", "scripts"];
  const listed = await Promise.all(
    folders.map(async (folder) => (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name))),
  );
  const files = [...listed.flat().sort(), "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
  for (const name of files) {
    const path = join(root, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path));
  }
  return hash.digest("base64url");
}

/** Identifies the code that compiled cached specs. Other code may compile them differently. */
async function writeBuildId() {
  const files = (await readdir(dist, { recursive: true })).filter((name) => /\.(?:[cm]?js|yaml)$/.test(name)).sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(await readFile(join(dist, name)));
  await writeFile(join(assets, "build-id"), hash.digest("base64url"));
}
