// npm run bench: what toolgen costs, as ratios to floors of the same run. docs/performance.md says how it measures; --help has the options.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchBuild } from "./build.mjs";
import { benchCall } from "./call.mjs";
import { endAllOnExit } from "./children.mjs";
import { benchDev } from "./dev.mjs";
import { benchGuard } from "./guard.mjs";
import { benchHook } from "./hook.mjs";
import { benchImport } from "./import.mjs";
import { benchInstall } from "./install.mjs";
import { benchLibrary } from "./library.mjs";
import { benchMcp } from "./mcp.mjs";
import { readOptions } from "./options.mjs";
import { targetLine } from "./page.mjs";
import { coreFolder, documentsFolder, installPeers, peersFolder, peerVersions } from "./peers.mjs";
import { projectsIn } from "./projects.mjs";
import { publish } from "./publish.mjs";
import { benchRegistry } from "./registry.mjs";
import { benchRepair } from "./repair.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The last results of each part, from which the page and its charts are made. */
const resultsFile = fileURLToPath(new URL("results.json", import.meta.url));
const pages = { page: join(root, "docs/performance.md"), images: join(root, "docs/images") };
const benches = {
  call: benchCall,
  build: benchBuild,
  mcp: benchMcp,
  registry: benchRegistry,
  repair: benchRepair,
  library: benchLibrary,
  guard: benchGuard,
  hook: benchHook,
  install: benchInstall,
  import: benchImport,
  dev: benchDev,
};
const besides = {
  build: ["json-schema-to-typescript", "openapi-typescript"],
  mcp: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "fastmcp"],
  registry: ["@google/gemini-cli-core"],
  library: ["@google/gemini-cli-core"],
  import: ["@octokit/openapi"],
};
const installedIn = { registry: coreFolder, library: coreFolder, import: documentsFolder };

const options = readOptions(process.argv.slice(2));
if (options.draw) await publish(readResults(), pages);
else await bench();

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-bench-"));
  endAllOnExit(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "empty.cjs"), "");
  const result = await runParts(folder);
  if (options.json) console.log(JSON.stringify(result));
  else await report(result);
}

async function runParts(folder) {
  const machine = { node: process.versions.node, cores: availableParallelism(), load: loadavg()[0] };
  const project = projectsIn(folder, { onBuild: (text) => progress(text) });
  const parts = {};
  for (const name of options.parts) {
    const plan = { ...options.plan[name] };
    if (options.sizes !== undefined) plan.sizes = options.sizes;
    if (options.rounds !== undefined) plan.rounds = options.rounds;
    const peers = installedIn[name] ?? peersFolder;
    if (besides[name] !== undefined) await installPeers(progress, peers);
    const deadline = performance.now() + options.minutesPerPart * 60_000;
    const measured = await benches[name]({ ...plan, folder, project, deadline, onRun: (text) => progress(`${name}: ${text}`) });
    const versions = besides[name] && peerVersions(besides[name], peers);
    parts[name] = { ...measured, machine, quick: options.quick, versions };
  }
  progress("");
  return { parts };
}

async function report({ parts }) {
  writeFileSync(resultsFile, `${JSON.stringify({ ...readResults(), ...parts }, undefined, 2)}\n`);
  await publish(parts, pages);
  for (const { targets, notice } of Object.values(parts)) {
    if (notice !== undefined) console.log(notice);
    for (const target of targets) console.log(targetLine(target));
  }
  console.log("docs/performance.md has the figures.");
}

function readResults() {
  return JSON.parse(readFileSync(resultsFile, "utf8"));
}

/** One line that replaces itself, on a terminal alone. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}
