// npm test [-- vitest's arguments]: builds, installs what tests run and read of others, and runs the tests.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installArguments, lockfileStamp } from "./lockfile-stamp.mjs";
import { root, step } from "./run.mjs";

step("build", process.execPath, ["scripts/build.mjs"]);
for (const folder of foldersWithLockfile()) install(folder);
// The examples of this project's own specs; a run of chosen tests leaves them out.
if (process.argv.length === 2) step("toolgen test --strict", process.execPath, ["dist/cli/main.js", "test", "--strict"]);
step("test", process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)]);

/** Real clients, and packages of saved pages, with a lockfile of their own each. */
function foldersWithLockfile() {
  return ["test/clients", "test/library"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .filter((folder) => existsSync(join(folder, "package-lock.json")));
}

function install(folder) {
  const stamp = lockfileStamp(folder);
  if (stamp.isInstalled) return;
  step(`install ${folder.slice(root.length)}`, "npm", installArguments, { cwd: folder });
  stamp.write();
}
