// npm run build: src/ to dist/, with the programs and texts in dist/assets that toolgen puts into the output of others.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeAssets } from "./assets.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const assets = join(dist, "assets");
const started = process.hrtime.bigint();

await rm(dist, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
compileTypeScript();
await writeAssets(assets);
const program = join(dist, "cli", "main.js");
if (existsSync(program)) await chmod(program, 0o755);
await writeSpecSchema();
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
console.log(`Built dist in ${seconds.toFixed(1)} s.`);

function compileTypeScript() {
  const compiler = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace(/package\.json$/, "bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

/** The JSON Schema of the spec language, for editors, from the checks that were just compiled. */
async function writeSpecSchema() {
  const path = join(dist, "check", "spec-schema.js");
  if (!existsSync(path)) return;
  const { specSchema } = await import(pathToFileURL(path).href);
  if (specSchema === undefined) return;
  await writeFile(join(assets, "spec.schema.json"), `${JSON.stringify(specSchema(), null, 2)}\n`);
}
