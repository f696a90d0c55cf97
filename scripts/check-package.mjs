// npm run check:package: packs the package as it would be published, checks it with publint and attw, installs it as a
// user does, limits its size, and rehearses publishing it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedPackages, sizeOnDisk } from "./installed-size.mjs";
import { step } from "./run.mjs";

/** How many MB the package and its dependencies may take in a user's `node_modules`. */
const limit = 50;
const shown = 8;

const folder = mkdtempSync(join(tmpdir(), "toolgen-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

step("build", process.execPath, ["scripts/build.mjs"]);
step("pack", "npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
const tarball = join(folder, readdirSync(folder)[0] ?? "");
step("publint", "npx", ["--no-install", "publint", tarball, "--strict"]);
// The package is ESM: CommonJS programs on Node 20.19 and later can require() it nevertheless.
step("attw", "npx", ["--no-install", "attw", tarball, "--profile", "esm-only", "--format", "ascii"]);
step("publish --dry-run", "npm", ["publish", tarball, "--dry-run", "--ignore-scripts", "--silent"]);
checkInstalled(join(folder, "user"));
console.log(`\nThe packed package has ${Math.round(statSync(tarball).size / 1000)} kB.`);

function checkInstalled(user) {
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{ "private": true }\n');
  const quiet = ["--silent", "--no-audit", "--no-fund", "--prefer-offline"];
  step("install", "npm", ["install", "--omit=dev", ...quiet, tarball], { cwd: user });
  const modules = join(user, "node_modules");
  const inMB = (bytes) => (bytes / 1e6).toFixed(1);
  const total = sizeOnDisk(modules);
  console.log(`\nInstalled, it takes ${inMB(total)} MB of at most ${limit}. The largest packages:`);
  for (const { name, bytes } of installedPackages(modules).slice(0, shown)) console.log(`  ${inMB(bytes).padStart(5)}  ${name}`);
  if (total <= limit * 1e6) return;
  console.error("That is too much: docs/package.md says what weighs, and what can be bundled instead.");
  process.exit(1);
}
