// npm run bench: what toolgen costs, as ratios to floors of the same run. contributing/performance.md says how it measures; --help has the options.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { benchCall } from "./call.mjs";
import { benchBuild, benchImport, benchInstall } from "./command-line.mjs";
import { benchDev } from "./dev.mjs";
import { benchGuard, benchHook } from "./guard.mjs";
import { benchLibrary } from "./library.mjs";
import { benchMcp } from "./mcp.mjs";
import { endAllOnExit } from "./measure.mjs";
import { publish, targetLine } from "./page.mjs";
import { coreFolder, documentsFolder, installPeers, peersFolder, peerVersions, projectsIn } from "./projects.mjs";
import { benchRegistry, benchRepair } from "./registry.mjs";

const partNames = ["call", "build", "mcp", "registry", "repair", "library", "guard", "hook", "install", "import", "dev"];

const usage = `npm run bench -- [--quick] [--only call|build|mcp|registry|repair|library|guard|hook|install|import|dev] [--sizes N,N] [--rounds N] [--minutes N] [--json]
       npm run bench -- --draw

  --quick      few runs of small sizes, under two minutes
  --only PART  one part; may be given several times
  --sizes      how many tools or specs, instead of 1, 100, 1000, 5000 (build: 1, 10, 100, 1000, 10000; mcp: 10, 100, 1000, 10000; registry: 1000; library: 10000 files)
  --rounds     how often each case is run at most
  --minutes    no part starts another round after this long (a tenth of it each)
  --json       print the result and write no page
  --draw       run nothing: write the page and its charts again, from the results of earlier runs
`;

/** Reads what to run. Ends the program on --help and on unknown options. */
function readOptions(args) {
  const { values } = parse(args);
  if (values.help) stop(usage, 0);
  const parts = values.only ?? partNames;
  if (!parts.every((part) => partNames.includes(part))) stop(usage, 2);
  const sizes = values.sizes === undefined ? undefined : values.sizes.split(",").map(Number);
  const [rounds, minutes] = [values.rounds, values.minutes].map((text) => (text === undefined ? undefined : Number(text)));
  if (![...(sizes ?? []), rounds ?? 1, minutes ?? 1].every((number) => number > 0)) stop(usage, 2);
  const quick = values.quick ?? false;
  return {
    parts,
    quick,
    json: values.json ?? false,
    draw: values.draw ?? false,
    plan: quick ? plans.quick : plans.full,
    sizes,
    rounds,
    minutesPerPart: (minutes ?? (quick ? 2 : 36)) / partNames.length,
  };
}

/** A run of a case is `batch` processes one after the other, timed together: the clock of CPU time has ticks of a millisecond. */
const plans = {
  full: {
    call: { sizes: [1, 100, 1000, 5000], rounds: 20, batch: 5 },
    build: { sizes: [1, 10, 100, 1000, 10_000], large: 10_000, rounds: 5, batch: 4 },
    mcp: { sizes: [10, 100, 1000, 10_000], rounds: 7, calls: 300, handlerCalls: 100, clients: 1000, manyCalls: 20_000 },
    registry: { sizes: [1000], rounds: 10 },
    repair: { rounds: 200 },
    library: { sizes: [10_000], rounds: 10, batch: 3 },
    guard: { rounds: 20, batch: 5 },
    hook: { sizes: [1, 1000], rounds: 20, batch: 5 },
    install: { sizes: [10, 100], rounds: 7 },
    import: { sizes: [1000], rounds: 7 },
    dev: { sizes: [100, 1000], rounds: 15 },
  },
  quick: {
    call: { sizes: [1, 100], rounds: 6, batch: 5 },
    build: { sizes: [1, 10, 100], large: 100, rounds: 2, batch: 3 },
    mcp: { sizes: [10, 100], rounds: 3, calls: 30, handlerCalls: 30, clients: 100, manyCalls: 400 },
    registry: { sizes: [100], rounds: 3 },
    repair: { rounds: 50 },
    library: { sizes: [1000], rounds: 2, batch: 2 },
    guard: { rounds: 3, batch: 3 },
    hook: { sizes: [1], rounds: 6, batch: 5 },
    install: { sizes: [10], rounds: 3 },
    import: { sizes: [100], rounds: 2 },
    dev: { sizes: [10], rounds: 3 },
  },
};

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: "boolean" },
        only: { type: "string", multiple: true },
        sizes: { type: "string" },
        rounds: { type: "string" },
        minutes: { type: "string" },
        json: { type: "boolean" },
        draw: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    return stop(`${error.message}\n\n${usage}`, 2);
  }
}

function stop(text, exitCode) {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exit(exitCode);
}

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The last results of each part, from which the page and its charts are made. */
const resultsFile = fileURLToPath(new URL("results.json", import.meta.url));
const pages = { page: join(root, "contributing/performance.md"), images: join(root, "docs/images") };
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
  mcp: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "fastmcp", "mcp-framework"],
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
  console.log("contributing/performance.md has the figures.");
}

function readResults() {
  return JSON.parse(readFileSync(resultsFile, "utf8"));
}

/** One line that replaces itself, on a terminal alone. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}
