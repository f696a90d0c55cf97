// npm run check:package: packs the package as it would be published, checks it with publint and attw, installs it as a
// user does, limits its size, and rehearses publishing it.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installArgumentsIn, installedPackages, mostInstalledMB, packArguments, packedIn, sizeOnDisk } from "./packed-package.mjs";
import { step } from "./run.mjs";

const shown = 8;

const folder = mkdtempSync(join(tmpdir(), "toolgen-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

await step("build", process.execPath, ["scripts/build.mjs", "--if-changed"]);
await step("pack", "npm", packArguments(folder));
const tarball = packedIn(folder);
await step("publint", "npx", ["--no-install", "publint", tarball, "--strict"]);
// The package is ESM: CommonJS programs on Node 20.19 and later can require() it nevertheless.
await step("attw", "npx", ["--no-install", "attw", tarball, "--profile", "esm-only", "--format", "ascii"]);
await step("publish --dry-run", "npm", ["publish", tarball, "--dry-run", "--ignore-scripts", "--silent"]);
await checkInstalled(join(folder, "user"));
console.log(`\nThe packed package has ${Math.round(statSync(tarball).size / 1000)} kB.`);

async function checkInstalled(user) {
  await step("install", "npm", installArgumentsIn(user, tarball), { cwd: user });
  const modules = join(user, "node_modules");
  const inMB = (bytes) => (bytes / 1e6).toFixed(1);
  const total = sizeOnDisk(modules);
  console.log(`\nInstalled, it takes ${inMB(total)} MB of at most ${mostInstalledMB}. The largest packages:`);
  for (const { name, bytes } of installedPackages(modules).slice(0, shown)) console.log(`  ${inMB(bytes).padStart(5)}  ${name}`);
  if (total <= mostInstalledMB * 1e6) return;
  console.error("That is too much: contributing/package.md says what weighs, and what can be bundled instead.");
  process.exit(1);
}
