// npm run bench: what toolgen costs, as ratios to floors of the same run. docs/performance.md says how it measures; --help has the options.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchBuild } from "./build.mjs";
import { benchCall } from "./call.mjs";
import { endAllOnExit } from "./children.mjs";
import { benchLibrary } from "./library.mjs";
import { benchMcp } from "./mcp.mjs";
import { readOptions } from "./options.mjs";
import { hasPlace, renderPart, targetLine, writeParts } from "./page.mjs";
import { coreFolder, installPeers, peersFolder, peerVersions } from "./peers.mjs";
import { projectsIn } from "./projects.mjs";
import { benchRegistry } from "./registry.mjs";
import { benchRepair } from "./repair.mjs";
import { renderSentence } from "./sentence.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const benches = { call: benchCall, build: benchBuild, mcp: benchMcp, registry: benchRegistry, repair: benchRepair, library: benchLibrary };
const besides = {
  build: ["json-schema-to-typescript", "openapi-typescript"],
  mcp: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "fastmcp"],
  registry: ["@google/gemini-cli-core"],
  library: ["@google/gemini-cli-core"],
};
const installedIn = { registry: coreFolder, library: coreFolder };

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "toolgen-bench-"));
endAllOnExit(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "empty.cjs"), "");

const result = await runParts();
if (options.json) console.log(JSON.stringify(result));
else publish(result);

async function runParts() {
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

function publish({ parts }) {
  const map = (render) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, render(part, name)]));
  writeParts(join(root, "docs/performance.md"), map(renderPart));
  const readme = join(root, "README.md");
  const sentences = Object.entries(map((part, name) => renderSentence(name, part)));
  writeParts(readme, Object.fromEntries(sentences.filter(([name]) => hasPlace(readme, name))));
  for (const { targets, notice } of Object.values(parts)) {
    if (notice !== undefined) console.log(notice);
    for (const target of targets) console.log(targetLine(target));
  }
  console.log("docs/performance.md has the figures.");
}

/** One line that replaces itself, on a terminal alone. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}
