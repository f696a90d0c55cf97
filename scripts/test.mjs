// npm test [-- vitest's arguments]: builds, installs the real clients that tests run, and runs the tests.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, step } from "./run.mjs";

step("build", process.execPath, ["scripts/build.mjs"]);
for (const folder of clientFolders()) install(folder);
// The examples of this project's own specs; a run of chosen tests leaves them out.
if (process.argv.length === 2) step("toolgen test --strict", process.execPath, ["dist/cli/main.js", "test", "--strict"]);
step("test", process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)]);

function clientFolders() {
  const clients = join(root, "test", "clients");
  return readdirSync(clients)
    .map((name) => join(clients, name))
    .filter((folder) => existsSync(join(folder, "package-lock.json")));
}

/** Clients are large, so they are installed once for each content of their lockfile. Their install scripts are not run. */
function install(folder) {
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".installed-lockfile");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  step(`install ${folder.slice(root.length)}`, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
  });
  writeFileSync(stamp, wanted);
}
