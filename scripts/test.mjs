// npm test, npm run test:quick, test:clients and test:soak [-- [--times] [vitest's arguments]]: builds, installs what
// the suite runs against, and runs it. With --times it prints the CPU time of each file.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installArguments, lockfileStamp } from "./lockfile-stamp.mjs";
import { root, step } from "./run.mjs";

const core = "test/clients/gemini-cli-core";
const geminiCli = "test/clients/gemini-cli";
const savedPages = "test/library/saved-pages";

/** The folders with a lockfile of their own that a suite needs: real clients, and packages of saved pages. */
const folders = {
  main: [core, geminiCli, savedPages],
  quick: [],
  clients: clients(),
  soak: [core, savedPages, "test/clients/monorepo"],
};

const [suite, ...given] = process.argv.slice(2);
const args = given.filter((arg) => arg !== "--times");
if (args.length < given.length) process.env.TOOLGEN_TEST_TIMES = "1";
step("build", process.execPath, ["scripts/build.mjs"]);
for (const folder of folders[suite]) install(folder);
// The examples of this project's own specs; a run of chosen tests leaves them out.
if (suite === "main" && args.length === 0) step("toolgen test --strict", process.execPath, ["dist/cli/main.js", "test", "--strict"]);
step("test", process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--mode", suite, ...args], environment());

function clients() {
  const parent = "test/clients";
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, "package-lock.json")));
}

/**
 * Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at each of some thousand starts, which takes longer than the
 * start itself. Only tests with other real clients ask servers of other machines.
 */
function environment() {
  const { NODE_EXTRA_CA_CERTS: certificates, ...env } = process.env;
  return suite === "clients" || certificates === undefined ? {} : { extendEnv: false, env };
}

function install(folder) {
  const stamp = lockfileStamp(join(root, folder));
  if (stamp.isInstalled) return;
  step(`install ${folder}`, "npm", installArguments, { cwd: join(root, folder) });
  stamp.write();
}
