// npm test, npm run test:quick, test:clients and test:soak [-- [--times] [--install] [--node=MAJOR] [vitest's
// arguments]]: builds, installs what the suite runs against, and runs it. With --times it prints the CPU time of each
// file, with --install it only installs, and with --node=22 or --node=24 it runs on that Node.
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execa } from "execa";
import { installArguments, lockfileStamp } from "./lockfile-stamp.mjs";
import { root, step } from "./run.mjs";

const core = "test/clients/gemini-cli-core";
const geminiCli = "test/clients/gemini-cli";
const savedPages = "test/library/saved-pages";
const nodeVersions = "test/clients/node-versions";

/** The folders with a lockfile of their own that a suite needs, and the minutes that it takes on two quiet cores. */
const suites = {
  main: { folders: [core, geminiCli, savedPages], minutes: 4 },
  quick: { folders: [], minutes: 0.5 },
  clients: { folders: clients(), minutes: 8 },
  soak: { folders: [core, savedPages, "test/clients/monorepo"], minutes: 8 },
};

const [suite, ...given] = process.argv.slice(2);
const isTimes = (arg) => arg === "--times";
const isInstall = (arg) => arg === "--install";
const isNode = (arg) => arg.startsWith("--node=");
const args = given.filter((arg) => !isTimes(arg) && !isInstall(arg) && !isNode(arg));
if (given.some(isTimes)) process.env.TOOLGEN_TEST_TIMES = "1";
const major = given.find(isNode)?.slice("--node=".length);
const { folders, minutes } = suites[suite];
const needed = new Set([...(major === undefined ? [] : [nodeVersions]), ...folders]);
const missing = [...needed].filter((folder) => !lockfileStamp(join(root, folder)).isInstalled);

if (given.some(isInstall)) {
  await installAll(missing);
  process.exit();
}
announce();
const node = major === undefined ? process.execPath : join(root, nodeVersions, "node_modules", `node-${major}`, "bin", "node");
const env = environment();
if (missing.includes(nodeVersions) && major !== undefined) await install(nodeVersions);
const installed = installAll(missing.filter((folder) => folder !== nodeVersions || major === undefined));
await step("build", node, ["scripts/build.mjs", "--if-changed"], env);
await installed;
// The examples of this project's own specs run beside the tests that wait. A run of chosen tests leaves them out.
const examples =
  suite === "main" && args.length === 0
    ? execa(node, ["dist/cli/main.js", "test", "--strict"], { cwd: root, all: true, reject: false, ...env })
    : undefined;
const tests = await execa(node, ["node_modules/vitest/vitest.mjs", "run", "--mode", suite, ...args], {
  cwd: root,
  stdio: "inherit",
  reject: false,
  ...env,
});
const tried = await examples;
if (tried !== undefined) console.log(`toolgen test --strict: ${tried.all}`);
process.exitCode = tests.failed || tried?.failed ? 1 : 0;

/** Says before it starts what will happen, and how long it takes. */
function announce() {
  const chosen = args.length > 0;
  const time = minutes < 1 ? `${minutes * 60} seconds` : `${minutes} minutes`;
  console.log(`npm ${suite === "main" ? "test" : `run test:${suite}`}${chosen ? "" : `: about ${time} on two cores`}`);
  console.log("  builds dist, if its sources have changed: about 20 seconds");
  if (missing.length > 0) console.log(`  installs packages in ${missing.join(", ")}`);
  console.log(
    `  runs ${chosen ? `the tests for ${args.join(" ")}` : "the tests"}; what this machine lacks is skipped, and named at the end`,
  );
}

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
  const { NODE_EXTRA_CA_CERTS: certificates, ...others } = process.env;
  const env = { ...others, ...(suite === "clients" && certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates }) };
  return { extendEnv: false, env: major === undefined ? env : { ...env, PATH: `${dirname(node)}${delimiter}${env.PATH}` } };
}

/** Two at a time, since each waits for the registry, while the build goes on. */
async function installAll(folders) {
  const left = [...folders];
  const lane = async () => {
    for (let folder = left.shift(); folder !== undefined; folder = left.shift()) await install(folder);
  };
  await Promise.all([lane(), lane()]);
}

async function install(folder) {
  const { failed, all, exitCode } = await execa("npm", installArguments, { cwd: join(root, folder), all: true, reject: false });
  console.log(`\n> install ${folder}\n${all}`);
  if (failed) process.exit(exitCode ?? 1);
  lockfileStamp(join(root, folder)).write();
}
