// npm run check:package: packs the package as it would be published, looks at it with publint and attw, and tells its size.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { step } from "./run.mjs";

const folder = mkdtempSync(join(tmpdir(), "toolgen-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

step("build", process.execPath, ["scripts/build.mjs"]);
step("pack", "npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
const tarball = join(folder, readdirSync(folder)[0] ?? "");
step("publint", "npx", ["--no-install", "publint", tarball, "--strict"]);
// The package is ESM, as its readers are: CommonJS programs on Node 20.19 and later may require() it all the same.
step("attw", "npx", ["--no-install", "attw", tarball, "--profile", "esm-only", "--format", "ascii"]);
console.log(`\nThe packed package has ${Math.round(statSync(tarball).size / 1000)} kB.`);
