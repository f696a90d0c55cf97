import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installArgumentsIn, mostInstalledMB, packArguments, packedIn, sizeOnDisk } from "../../scripts/packed-package.mjs";
import { importModule } from "../../scripts/run.mjs";
import { atMost, exit, interleave, run, shareOf, start } from "./measure.mjs";
import { changeOne, documentsFolder, forgetBuild, moveAway, peersFolder, toolgen } from "./projects.mjs";

const node = process.execPath;

/** Builds of projects of several sizes, beside two compilers of like schemas, which write types alone. */
export async function benchBuild({ folder, sizes, large, rounds, batch, deadline, project, onRun }) {
  const rows = [];
  for (const [index, size] of sizes.entries()) {
    const made = await project(size);
    // The largest take minutes: once is enough, for what disturbs a machine evens out over so long.
    const most = size > 2000 ? 1 : size > 500 ? Math.min(rounds, 3) : rounds;
    const results = await interleave(casesOf(made, { batch, folder }), {
      rounds: most,
      deadline: shareOf(deadline, sizes.length - index),
      onRun: (text) => onRun(`${size}: ${text}`),
    });
    const floor = results.get(emptyProgram);
    for (const [what, { runs, cpu, wall }] of results)
      rows.push({ what, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall });
  }
  const heavy = [];
  // Their first build is the one whose memory is measured, because each takes minutes.
  const unbuilt = large === undefined ? undefined : await project(large, { isHeavy: true, isBuilt: false });
  const largeTargets = unbuilt === undefined ? [] : await benchLargeBuild({ project: unbuilt, onRun });
  for (const size of new Set([heavySize(sizes), ...(large === undefined ? [] : [large])])) {
    const made = await project(size, { isHeavy: true });
    const cases = casesOf(made, { batch, folder }).filter(({ name }) => inHeavy.has(name) && (size <= 1000 || !isWhole.has(name)));
    const results = await interleave(cases, { rounds: Math.min(rounds, 3), deadline, onRun: (text) => onRun(`${size} heavy: ${text}`) });
    const floor = results.get(emptyProgram);
    for (const [what, { runs, cpu, wall }] of results)
      heavy.push({ what: `${what}, heavy specs`, size, runs, cpu: cpu / floor.cpu, cpuMs: cpu, wall: wall / floor.wall, ms: wall });
  }
  return { rows, heavy, targets: [...heavyTargets(heavy), ...targetsOf(rows, sizes), ...largeTargets] };
}

const emptyProgram = "node, an empty program";
const alone = "json2ts and ajv alone";

/** The cases of heavy specs, and those among them that build or print all of them. */
const inHeavy = new Set([emptyProgram, "toolgen build, cold", "toolgen build, nothing changed", "toolgen build, one changed", alone]);
const isWhole = new Set(["toolgen build, cold", alone]);

/** The largest size whose cold builds can be repeated. */
const heavySize = (sizes) => Math.max(...sizes.filter((size) => size <= 1000 || size === Math.min(...sizes)));

function heavyTargets(heavy) {
  const of = (what, size) => heavy.find((row) => row.what === `${what}, heavy specs` && row.size === size);
  const changed = (size) => of("toolgen build, one changed", size);
  const cold = of("toolgen build, cold", 1000);
  return [
    ...(changed(1000) ? [atMost("one of 1,000 heavy specs changed, × an empty Node program", 10, changed(1000).cpu)] : []),
    ...(changed(10_000) ? [atMost("one of 10,000 heavy specs changed, CPU", 1.2, changed(10_000).cpuMs / 1000, "s")] : []),
    ...(cold ? [atMost("cold, 1,000 heavy specs, × json2ts and ajv alone", 1.3, cold.cpu / of(alone, 1000).cpu)] : []),
  ];
}

function casesOf(project, { batch, folder }) {
  const { dir, schemas, openapi } = project;
  const build = { program: node, args: [toolgen, "build"], cwd: dir };
  const json2ts = join(peersFolder, "node_modules/json-schema-to-typescript/dist/src/cli.js");
  const openapiTypescript = join(peersFolder, "node_modules/openapi-typescript/bin/cli.js");
  const [types, declarations] = [join(folder, "json2ts"), join(folder, "openapi.d.ts")];
  return [
    { name: emptyProgram, program: node, args: [join(folder, "empty.cjs")], batch },
    { ...build, name: "toolgen build, cold", prepare: () => forgetBuild(project) },
    { ...build, name: "toolgen build, nothing changed", batch },
    { ...build, name: "toolgen build, one changed", prepare: () => changeOne(project) },
    { name: "json2ts", program: node, args: [json2ts, "-i", schemas, "-o", types], prepare: () => moveAway(types) },
    { name: alone, program: node, args: [join(peersFolder, "types-and-validators.mjs"), schemas, types], prepare: () => moveAway(types) },
    { name: "openapi-typescript", program: node, args: [openapiTypescript, openapi, "-o", declarations] },
  ];
}

function targetsOf(rows, sizes) {
  const of = (what, size) => rows.find((row) => row.what === what && row.size === size);
  const seconds = (what, size) => of(what, size).ms / 1000;
  const at1 = sizes.includes(1) ? [atMost("cold, 1 spec, × an empty Node program", 16, of("toolgen build, cold", 1).cpu)] : [];
  const at1000 = sizes.includes(1000)
    ? [
        atMost("cold, 1,000 specs", 8, seconds("toolgen build, cold", 1000), "s"),
        atMost("one changed, 1,000 specs", 1, seconds("toolgen build, one changed", 1000), "s"),
        // contributing/performance.md says what the limits are made of.
        atMost("cold, 1,000 specs, × json2ts", 2.6, of("toolgen build, cold", 1000).cpu / of("json2ts", 1000).cpu),
        atMost("one changed, 1,000 specs, × json2ts", 0.245, of("toolgen build, one changed", 1000).cpu / of("json2ts", 1000).cpu),
      ]
    : [];
  const linear = sizes.includes(1000) && sizes.includes(10_000);
  return [
    ...at1,
    ...at1000,
    // The contract's figure is for up to 1,000: beyond, asking the system about each file costs more than the floor allows.
    ...sizes
      .filter((size) => size <= 1000)
      .map((size) =>
        atMost(
          `nothing changed, ${size === 1 ? "1 spec" : `${size} specs`}, × an empty Node program`,
          3,
          of("toolgen build, nothing changed", size).cpu,
        ),
      ),
    ...(linear
      ? [atMost("cold, 10,000 specs, × 1,000", 11, seconds("toolgen build, cold", 10_000) / seconds("toolgen build, cold", 1000))]
      : []),
  ];
}

/** A cold build of a project so large that its memory counts: the peak of it, and the disk space of its caches. */
async function benchLargeBuild({ project, onRun }) {
  const { dir, size } = project;
  const specs = `cold, ${size.toLocaleString("en-US")} heavy specs`;
  onRun(`${size}: toolgen build, cold, once`);
  const child = start(process.execPath, [toolgen, "build"], { cwd: dir, stdio: "ignore" });
  let peak;
  const looking = setInterval(() => {
    peak = peakMemory(child.pid) ?? peak;
  }, 50);
  const status = await exit(child);
  clearInterval(looking);
  if (status !== 0) throw new Error(`A build of ${size} specs ended with ${status}.`);
  const [caches, outputs] = [".toolgen", "generated"].map((name) => sizeOnDisk(join(dir, name)));
  return [
    ...(peak === undefined ? [] : [atMost(`${specs}, memory at most`, 700, peak, "MB")]),
    atMost(`${specs}, \`.toolgen\` × \`generated\` on disk`, 0.5, caches / outputs),
  ];
}

/** The most memory that a running process has had, in MB; undefined where the system doesn't tell. */
function peakMemory(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

const methods = new Set(["get", "put", "post", "delete", "patch"]);

/** `toolgen import openapi` of the first operations of GitHub's document, into an empty project and again. */
export async function benchImport({ folder, sizes, rounds, deadline, onRun }) {
  const floorName = "node, an empty program";
  const cases = [{ name: floorName, program: process.execPath, args: [join(folder, "empty.cjs")], batch: 5 }];
  for (const size of sizes) {
    const cwd = join(folder, `import-${size}`);
    const document = join(folder, `document-${size}.json`);
    writeFileSync(document, JSON.stringify(firstOperations(githubDocument(), size)));
    const each = { args: [toolgen, "import", "openapi", document, "--all", "--deprecated", "--json"], program: process.execPath, cwd };
    const prepare = () => {
      rmSync(cwd, { recursive: true, force: true });
      mkdirSync(cwd);
      writeFileSync(join(cwd, "toolgen.yaml"), "");
    };
    cases.push({ name: `first ${size}`, ...each, prepare }, { name: `again ${size}`, ...each });
  }
  const results = await interleave(cases, { rounds, deadline, onRun });
  const floor = results.get(floorName);
  const rows = sizes.flatMap((size) =>
    ["first", "again"].map((which) => {
      const { cpu, wall, runs } = results.get(`${which} ${size}`);
      const what = which === "first" ? "`toolgen import openapi`, GitHub's document" : "the same again, unchanged";
      return { what, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
    }),
  );
  const targets = sizes
    .filter((size) => size === 1000)
    .map((size) => atMost("an import of 1,000 operations", 5, results.get(`first ${size}`).wall / 1000, "s"));
  return { rows, floors: { nodeMs: floor.wall, nodeCpuMs: floor.cpu }, targets };
}

const githubDocument = () =>
  JSON.parse(readFileSync(join(documentsFolder, "node_modules/@octokit/openapi/generated/api.github.com.json"), "utf8"));

/** The document with so many of its operations, and all that they refer to. */
function firstOperations(document, count) {
  let left = count;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const kept = Object.entries(item).filter(([key]) => !methods.has(key) || left-- > 0);
    return [path, Object.fromEntries(kept)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const { agentClients } = await importModule("clients/agent-clients.js");
/** Every client with settings of a user on this platform. */
const ids = agentClients.filter((client) => client.user && client.lacksPlatform !== process.platform).map(({ id }) => id);

/** `toolgen install` and `uninstall` of all clients, for the user, in a home without settings. */
export async function benchInstall({ folder, sizes, rounds, deadline, project, onRun }) {
  const home = join(folder, "home");
  const node = process.execPath;
  const inHome = (action) => ["-u", "XDG_STATE_HOME", "-u", "XDG_CONFIG_HOME", `HOME=${home}`, node, toolgen, action];
  const cases = [{ name: "node, an empty program", program: node, args: [join(folder, "empty.cjs")], batch: 5 }];
  for (const size of sizes) {
    const { dir } = await project(size);
    const action = (name) => ({ program: "env", args: [...inHome(name), ...ids, "--user", "--yes"], cwd: dir });
    const prepare = () => {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home);
    };
    cases.push({ name: `install ${size}`, ...action("install"), prepare }, { name: `uninstall ${size}`, ...action("uninstall") });
  }
  const results = await interleave(cases, { rounds, deadline, onRun });
  const floor = results.get("node, an empty program");
  const rows = sizes.flatMap((size) =>
    ["install", "uninstall"].map((action) => {
      const { cpu, wall, runs } = results.get(`${action} ${size}`);
      return { what: `\`toolgen ${action}\`, ${ids.length} clients`, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
    }),
  );
  const targets = sizes.map((size) =>
    atMost(`\`toolgen install\` of ${ids.length} clients, ${size} tools, CPU`, 1, results.get(`install ${size}`).cpu / 1000, "s"),
  );
  const installed = atMost("a user's `node_modules` with toolgen", mostInstalledMB, await installedMB(folder, onRun), "MB");
  return { rows, floors: { nodeMs: floor.wall, nodeCpuMs: floor.cpu }, targets: [...targets, installed] };
}

/** The disk space of the packed package and its dependencies. */
async function installedMB(folder, onRun) {
  onRun("npm install of the package");
  const [packed, user] = [join(folder, "packed"), join(folder, "user")];
  mkdirSync(packed);
  const { env } = process;
  await run("npm", packArguments(packed), { cwd: root, env });
  await run("npm", installArgumentsIn(user, packedIn(packed)), { cwd: user, env });
  return sizeOnDisk(join(user, "node_modules")) / 1e6;
}
