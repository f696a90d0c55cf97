// node scripts/mutants.mjs --seed N: changes src in small ways, one at a time, and says which test notices. It shows
// that a change of the tests leaves them as strong as before.

import { fork } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { execaSync } from "execa";
import { drawMutants, findMutant, mutatedText } from "./mutants/sites.mjs";

const usage = `Usage: node scripts/mutants.mjs --seed N [options]
       node scripts/mutants.mjs --only ID,... [options]
       node scripts/mutants.mjs --against FILE [options]
       node scripts/mutants.mjs --apply ID --root DIR

Changes src in a copy, one place at a time, and runs the tests that reach it, the nearest first, until one fails.

  --seed N         which mutants to draw
  --count N        how many to draw (80)
  --list           print the mutants and run nothing
  --only ID,...    these mutants instead of drawn ones
  --against FILE   the mutants of an earlier result; those that were killed then must be killed again
  --resume FILE    an earlier result: continue with those that had survived the tiers that it ran
  --tiers N        1: tests in memory of the same folder; 2: also tests in memory up to three imports away;
                   3: also tests of processes of the same part; 4: also all others (4)
  --suite NAME     the suite of test/setup/suites.ts (main)
  --root DIR       another checkout to take src and the tests from (this one)
  --json FILE      write the result, after each mutant
  --apply ID       change the checkout at --root itself, which must be named, and run nothing
  --minutes N      a mutant is killed if no test ends for so long (10)
  --limit N        after so many minutes a mutant is left unfinished, and --resume continues with its tier (no limit)
  --workers N      how many processes run tests (2)

Examples:
  node scripts/mutants.mjs --seed 20251123 --count 80 --json before.json
  node scripts/mutants.mjs --against before.json --json after.json
  node scripts/mutants.mjs --seed 7 --count 60 --tiers 2

Exit codes: 0 all ran; 1 a mutant that was killed in --against survives, or the one of --apply isn't there; 2 wrong
arguments; 3 src doesn't compile.
`;

/** Tests that compare bytes or prose: they notice every change, and so they say nothing about the others. */
const comparing = [
  /^test\/golden\//,
  /^test\/(?:architecture|comments|docs|package|prose-width|vocabulary)\.test\.ts$/,
  /^test\/(?:bench|setup)\//,
];

/** How many imports away a test of the second tier is at most. */
const near = 3;

const started = Date.now();
const options = readOptions();
const own = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const root = realpathSync(options.root ?? own);

function apply(id) {
  if (options.root === undefined) stop("--apply needs --root, the checkout to change.\n", 2);
  const mutant = findMutant(root, id);
  if (mutant === undefined) stop(`not applicable: ${id}\n`, 1);
  writeFileSync(join(root, mutant.path), mutatedText(root, mutant));
  console.log(describe(mutant));
}

function list() {
  for (const mutant of draw().drawn) console.log(mutant.verdict === undefined ? describe(mutant) : `${mutant.id}  ${mutant.verdict}`);
}

async function main() {
  const copy = makeCopy();
  process.on("exit", copy.remove);
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  process.exit(await runAll(copy));
}

async function runAll(copy) {
  const { drawn, next } = draw();
  const { mutants, notCompiled } = withoutTypeErrors(copy, { drawn, next });
  const results = mutants.map((mutant) => ({ ...mutant, ...earlier().get(mutant.id) }));
  write(results, notCompiled, { broken: [] });
  const session = await openSession(copy);
  await findSoundFiles(session, results.filter(isPending));
  for (const [index, mutant] of results.entries()) {
    if (!isPending(mutant)) continue;
    const began = Date.now();
    Object.assign(mutant, await judge(session, mutant));
    mutant.seconds = (mutant.seconds ?? 0) + Math.round((Date.now() - began) / 1000);
    console.log(`${index + 1}/${results.length} ${line(mutant)}`);
    write(results, notCompiled, session);
  }
  session.end();
  write(results, notCompiled, session);
  return report(results);
}

/** The mutants to run: drawn ones, named ones, or those of an earlier result. */
function draw() {
  const ids =
    options.only?.split(",") ??
    (options.against && [...readResult(options.against).keys()]) ??
    (options.resume && [...readResult(options.resume).keys()]);
  if (ids === undefined) return drawMutants({ root, seed: options.seed, count: options.count });
  return {
    drawn: ids.map((id) => findMutant(root, id) ?? { id, path: id.split(":")[0], verdict: "not applicable" }),
    next: () => undefined,
  };
}

function earlier() {
  return options.resume === undefined
    ? new Map()
    : new Map(
        [...readResult(options.resume)].map(([id, { verdict, tier, by, seconds, passed }]) => [id, { verdict, tier, by, seconds, passed }]),
      );
}

const readResult = (file) => new Map(JSON.parse(readFileSync(file, "utf8")).mutants.map((mutant) => [mutant.id, mutant]));

const isPending = ({ verdict, tier = 0 }) =>
  verdict === undefined || (["survived", "unfinished"].includes(verdict) && tier < options.tiers);

/**
 * Type-checks all mutants at once, and replaces those in whose files there is an error. What remains compiles together.
 */
function withoutTypeErrors(copy, { drawn, next }) {
  let mutants = drawn;
  const notCompiled = [];
  for (;;) {
    const changed = mutants.filter(({ verdict }) => verdict === undefined);
    const known = options.resume === undefined ? changed : [];
    for (const mutant of known) copy.write(mutant.path, mutatedText(root, mutant));
    const errors = known.length === 0 ? [] : copy.typeErrors();
    for (const { path } of known) copy.restore(path);
    if (errors.length === 0) return { mutants, notCompiled };
    const inFiles = known.filter(({ path }) => errors.includes(path));
    const wrong = inFiles.length > 0 ? inFiles : nearestImported(copy.tree, errors[0], known);
    if (wrong.length === 0) stop(`src doesn't compile: ${errors.join(", ")}\n`, 3);
    console.log(`${wrong.length} of ${known.length} don't compile`);
    notCompiled.push(...wrong.map(({ id }) => id));
    const replaced = options.seed === undefined ? (mutant) => [{ ...mutant, verdict: "not compiled" }] : ({ part }) => next(part) ?? [];
    mutants = mutants.flatMap((mutant) => (wrong.includes(mutant) ? replaced(mutant) : [mutant]));
  }
}

/** The mutants that the types of a file depend on most directly. */
function nearestImported(tree, file, mutants) {
  const distances = distancesFrom(file, (path) => importsIn(tree, path, { withTypes: true }));
  const found = mutants.map((mutant) => ({ mutant, distance: distances.get(mutant.path) ?? Number.POSITIVE_INFINITY }));
  const least = Math.min(...found.map(({ distance }) => distance));
  return least === Number.POSITIVE_INFINITY ? [] : found.filter(({ distance }) => distance === least).map(({ mutant }) => mutant);
}

/** A work copy of a checkout: all files that Git doesn't ignore, and links to installed packages. */
function makeCopy() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "mutants-"));
  // Some tests run programs as another user, who must reach what is in it.
  chmodSync(folder, 0o755);
  const tree = join(folder, "toolgen");
  const files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  for (const file of new Set(files)) {
    if (file === "" || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file), { verbatimSymlinks: true });
  }
  const ignored = git("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory").split("\0");
  for (const path of ignored.filter((path) => basename(path) === "node_modules"))
    symlinkSync(join(root, path), join(tree, path.replace(/\/$/, "")));
  cpSync(join(root, "dist"), join(tree, "dist"), { recursive: true });
  const children = new Set();
  const endChildren = () => {
    for (const child of children) endGroup(child);
  };
  return {
    tree,
    folder,
    children,
    write: (path, text) => writeFileSync(join(tree, path), text),
    restore: (path) => cpSync(join(root, path), join(tree, path)),
    typeErrors: () => typeErrors(tree),
    remove() {
      endChildren();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const git = (...args) => execaSync("git", args, { cwd: root, stripFinalNewline: false }).stdout;

/** Returns the files of `src` with type errors. */
function typeErrors(tree) {
  const config = join(tree, "tsconfig.mutants.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: "./tsconfig.json",
      include: ["src"],
      exclude: ["src/cli/page"],
      compilerOptions: { incremental: true, tsBuildInfoFile: "dist/mutants.tsbuildinfo" },
    }),
  );
  const compiler = join(tree, "node_modules/typescript/bin/tsc");
  const { stdout } = execaSync(process.execPath, [compiler, "-p", config, "--pretty", "false"], { cwd: tree, reject: false });
  rmSync(config);
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, path]) => path))];
}

function endGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Starts what the mutants of a run share: the process that runs tests in memory, and what each test imports. */
async function openSession(copy) {
  const session = {
    copy,
    memory: await startRunner(copy, 1),
    /** Files with a test that fails without a mutant too. */
    broken: new Set(),
    /** Files whose tests pass without a mutant. */
    sound: new Set(),
    /** Modules that have been changed, so the process in memory must read them again. */
    changed: new Set(),
    end: () => session.memory.end(),
  };
  session.files = (await session.memory.ask("list")).answer.filter((file) => !comparing.some((pattern) => pattern.test(file)));
  session.reach = readReach(copy.tree);
  return session;
}

/** Runs the tests that reach a mutant, tier by tier, but first the file that killed it in an earlier result. */
async function judge(session, mutant) {
  session.copy.deadline = Date.now() + options.limit * 60_000;
  const killer = options.against === undefined ? undefined : readResult(options.against).get(mutant.id)?.by?.file;
  if (session.files.includes(killer)) {
    const run = session.reach.runsBuilt(killer) ? runProcesses : runInMemory;
    const found = await run(session, mutant, [killer]);
    if (found !== undefined) return found;
  }
  const tiers = tiersOf(session, mutant.path);
  for (let tier = (mutant.tier ?? 0) + 1; tier <= options.tiers; tier += 1) {
    const { memory, processes } = tiers[tier - 1];
    const found = (await runInMemory(session, mutant, memory)) ?? (await runProcesses(session, mutant, processes));
    if (found?.verdict === "unfinished") return { tier: tier - 1, ...found };
    if (found !== undefined) return { tier, ...found };
  }
  return { tier: options.tiers, verdict: "survived" };
}

/** Runs the files of the first tier without a mutant. Those that pass needn't be tried again after a failure. */
async function findSoundFiles(session, mutants) {
  const files = new Set(mutants.flatMap(({ path, tier = 0 }) => (tier === 0 ? tiersOf(session, path)[0].memory : [])));
  if (files.size === 0) return;
  const { answer } = await runWarm(session, { files: [...files], bail: false });
  for (const file of answer?.passed ?? []) session.sound.add(file);
  for (const file of answer?.failed ?? []) session.broken.add(file);
  console.log(`${files.size} files of the first tier pass without a mutant, but ${session.broken.size}: ${[...session.broken].join(", ")}`);
}

/** The tests that reach a file: those that import it, and those that run what is built of it. */
function tiersOf({ files, reach }, path) {
  const mirrored = path.replace(/^src\//, "test/").replace(/\.ts$/, ".test.ts");
  const isBeside = (file) => dirname(file) === dirname(mirrored);
  const area = dirname(mirrored).split("/").slice(0, 3).join("/");
  const isNear = (file) => area !== "test" && file.startsWith(`${area}/`);
  const rank = (file) => (file === mirrored ? 0 : isBeside(file) ? 1 : isNear(file) ? 2 : 3);
  const inMemory = files
    .filter((file) => !reach.runsBuilt(file))
    .map((file) => ({ file, rank: rank(file), distance: reach.distance(file, path) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance);
  const tierInMemory = ({ rank, distance }) => (rank < 2 ? 1 : distance <= near ? 2 : 4);
  const tierOfProcesses = ({ rank }) => (rank < 3 ? 3 : 4);
  const processes = files
    .filter((file) => reach.runsBuilt(file))
    .map((file) => ({ file, rank: rank(file), distance: reach.distance(file, path) ?? 100 }))
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance);
  return [1, 2, 3, 4].map((tier) => ({
    memory: inMemory.filter((one) => tierInMemory(one) === tier).map(({ file }) => file),
    processes: processes.filter((one) => tierOfProcesses(one) === tier).map(({ file }) => file),
  }));
}

async function runInMemory(session, mutant, files) {
  session.copy.write(mutant.path, mutatedText(root, mutant));
  session.changed.add(mutant.path);
  try {
    return await firstFailure(session, files, {
      run: (some) => runWarm(session, { files: some, bail: true }),
      runWithout: async (file) => {
        session.copy.restore(mutant.path);
        const outcome = await runWarm(session, { files: [file], bail: true });
        session.copy.write(mutant.path, mutatedText(root, mutant));
        return outcome;
      },
    });
  } finally {
    session.copy.restore(mutant.path);
  }
}

async function runWarm(session, params) {
  if (session.memory.hasEnded()) session.memory = await startRunner(session.copy, 1);
  return session.memory.ask("run", { ...params, changed: [...session.changed] });
}

/** Rebuilds `dist` and `generated` with the mutant, and runs tests of processes, some at a time. */
async function runProcesses(session, mutant, files) {
  if (files.length === 0) return undefined;
  const { copy } = session;
  copy.write(mutant.path, mutatedText(root, mutant));
  const dist = folderOfBuild(copy);
  dist.use("mutant");
  try {
    const runner = await startRunner(copy, options.workers);
    const { error } = await runner.ask("build", { path: mutant.path });
    await runner.end();
    if (error !== undefined) return { verdict: "killed", by: { file: "scripts/build.mjs", test: error } };
    const limits = { stdio: "ignore", timeout: options.minutes * 60_000, reject: false };
    execaSync(process.execPath, ["dist/cli/main.js", "build"], { cwd: copy.tree, ...limits });
    return await firstFailure(session, files, {
      run: (some) => runOnce(copy, some),
      runWithout: async (file) => {
        copy.restore(mutant.path);
        dist.use("clean");
        const outcome = await runOnce(copy, [file]);
        copy.write(mutant.path, mutatedText(root, mutant));
        dist.use("mutant");
        return outcome;
      },
      isRepeated: true,
    });
  } finally {
    copy.restore(mutant.path);
    dist.drop();
  }
}

/** In a fresh process: tests keep projects that they have built for others of their run. */
async function runOnce(copy, files) {
  const runner = await startRunner(copy, options.workers);
  const outcome = await runner.ask("run", { files, bail: true, changed: [] });
  await runner.end();
  return outcome;
}

/**
 * Runs files until one fails that passes without the mutant. A test of processes must fail twice: on a busy machine one
 * may fail by chance.
 */
async function firstFailure(session, files, { run, runWithout, isRepeated = false }) {
  let pending = files.filter((file) => !session.broken.has(file));
  while (pending.length > 0) {
    const { isLate, hung, failure, passed = [], answer } = await run(pending);
    if (isLate) return { verdict: "unfinished" };
    if (hung) return { verdict: "timeout" };
    const found = failure ?? answer?.failure;
    if (found === undefined) return undefined;
    if (!session.sound.has(found.file)) {
      const without = await runWithout(found.file);
      if (without.isLate) return { verdict: "unfinished" };
      if (without.answer?.failure === undefined && !without.hung) session.sound.add(found.file);
      else session.broken.add(found.file);
    }
    const isOwn = session.sound.has(found.file);
    if (isOwn && !isRepeated) return { verdict: "killed", by: found };
    if (isOwn) {
      const again = await run([found.file]);
      if (again.hung) return { verdict: "timeout" };
      if (again.failure ?? again.answer?.failure) return { verdict: "killed", by: found };
    }
    const done = new Set([...(answer?.passed ?? passed), found.file]);
    pending = pending.filter((file) => !done.has(file));
  }
  return undefined;
}

/** Exchanges `dist` and `generated` of the copy for those that are built with the mutant, and back. */
function folderOfBuild({ tree, folder }) {
  const names = ["dist", "generated"];
  let current = "clean";
  return {
    use(state) {
      if (state === current) return;
      for (const name of names) {
        renameSync(join(tree, name), join(folder, `${name}-${current}`));
        const other = join(folder, `${name}-${state}`);
        if (existsSync(other)) renameSync(other, join(tree, name));
        else cpSync(join(folder, `${name}-${current}`), join(tree, name), { recursive: true, verbatimSymlinks: true });
      }
      current = state;
    },
    drop() {
      this.use("clean");
      for (const name of names) rmSync(join(folder, `${name}-mutant`), { recursive: true, force: true });
      cpSync(join(root, "toolgen.lock"), join(tree, "toolgen.lock"));
    },
  };
}

/** Starts scripts/mutants/runner.mjs in a process group of its own. */
async function startRunner(copy, workers) {
  const { tree, folder, children } = copy;
  const { CI: _ci, NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const temporary = mkdtempSync(join(folder, "t"));
  chmodSync(temporary, 0o755);
  const child = fork(
    fileURLToPath(new URL("mutants/runner.mjs", import.meta.url)),
    [JSON.stringify({ root: tree, suite: options.suite, workers })],
    {
      cwd: tree,
      env: { ...env, TMPDIR: temporary, TOOLGEN_SEED: String(options.seed ?? 1) },
      detached: true,
      stdio: ["ignore", "ignore", process.env.TOOLGEN_MUTANTS_DEBUG ? "inherit" : "ignore", "ipc"],
    },
  );
  children.add(child);
  let onMessage = () => {};
  let ended = false;
  child.on("message", (message) => onMessage(message));
  child.on("exit", () => onMessage({ exit: true }));
  const end = () => {
    if (ended) return;
    ended = true;
    endGroup(child);
    children.delete(child);
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  /** Waits for the answer. After a failure the other tests get some seconds to end. */
  const ask = (method, params = {}) =>
    new Promise((done) => {
      let timer;
      const late = Number.isFinite(copy.deadline) ? setTimeout(() => stopWith({ isLate: true }), copy.deadline - Date.now()) : undefined;
      const finish = (outcome) => {
        clearTimeout(timer);
        clearTimeout(late);
        onMessage = () => {};
        done(outcome);
      };
      const wait = (minutes, outcome) => {
        clearTimeout(timer);
        timer = setTimeout(() => stopWith(outcome), minutes * 60_000);
      };
      const stopWith = (outcome) => {
        end();
        finish(outcome);
      };
      let failure;
      onMessage = (message) => {
        if (message.exit) {
          end();
          finish(failure ? { failure } : { failure: undefined, hung: true });
        } else if ("answer" in message || message.error !== undefined)
          finish(message.error !== undefined ? { error: message.error } : { answer: message.answer });
        else if (message.failure !== undefined) {
          failure = message.failure;
          wait(2, { failure });
        } else if (failure === undefined) wait(options.minutes, { hung: true });
      };
      wait(options.minutes, { hung: true });
      if (method !== "ready") child.send({ method, params });
    });
  await new Promise((done) => {
    onMessage = done;
  });
  return { ask, end, hasEnded: () => ended };
}

/** Reads what each test imports, directly or not, and which of them run what is built. */
function readReach(tree) {
  const imports = new Map();
  const importsOf = (path) => {
    if (!imports.has(path)) imports.set(path, importsIn(tree, path));
    return imports.get(path);
  };
  const closures = new Map();
  const closureOf = (file) => {
    if (!closures.has(file)) closures.set(file, distancesFrom(file, importsOf));
    return closures.get(file);
  };
  const built = new Map();
  const namesBuilt = (path) => {
    if (!built.has(path)) built.set(path, namesBuild(readFileSync(join(tree, path), "utf8")));
    return built.get(path);
  };
  return {
    distance: (file, path) => closureOf(file).get(path),
    runsBuilt: (file) => [...closureOf(file).keys()].some((path) => !path.startsWith("src/") && namesBuilt(path)),
  };
}

function distancesFrom(file, importsOf) {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) for (const next of importsOf(path)) if (!distances.has(next)) distances.set(next, distance + 1);
  return distances;
}

/** Names `dist`, or starts processes. The tokenizer's table in `dist` is data. */
const namesBuild = (text) =>
  /\bdist\/(?!assets\/o200k)|"dist"|"toolgen\/runtime"|node:child_process|"execa"|node:worker_threads/.test(text);

/** The modules that one names by a relative path, by default without those that only types are imported from. */
function importsIn(tree, path, { withTypes = false } = {}) {
  const text = readFileSync(join(tree, path), "utf8");
  const found = text.matchAll(
    /(?:\b(import|export)\s+(type\s)?[^"';]*?\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bvi\.mock\(\s*)"(\.{1,2}\/[^"]+)"/g,
  );
  return [...found].flatMap(([, , type, specifier]) => {
    const target = relative(tree, resolve(tree, dirname(path), specifier));
    const candidates = [target.replace(/\.js$/, ".ts"), target.replace(/\.mjs$/, ".mts"), target];
    return withTypes || type === undefined
      ? candidates.filter((one) => /\.m?[jt]s$/.test(one) && !one.startsWith("dist/") && existsSync(join(tree, one))).slice(0, 1)
      : [];
  });
}

function write(results, notCompiled, { broken }) {
  if (options.json === undefined) return;
  const mutants = results.map(({ start: _start, end: _end, ...mutant }) => mutant);
  const text = JSON.stringify(
    { seed: options.seed, suite: options.suite, mutants, notCompiled, failingAnyway: [...broken].sort() },
    null,
    2,
  );
  writeFileSync(options.json, `${text}\n`);
}

function report(results) {
  console.log(`\n${results.map(line).join("\n")}\n`);
  for (const verdict of ["killed", "timeout", "survived", "unfinished", "not applicable", "not compiled"]) {
    const count = results.filter((one) => one.verdict === verdict).length;
    if (count > 0) console.log(`${count} ${verdict}`);
  }
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
  if (options.against === undefined) return 0;
  const before = readResult(options.against);
  const wasKilled = ({ id }) => ["killed", "timeout"].includes(before.get(id)?.verdict);
  const lost = results.filter((mutant) => mutant.verdict === "survived" && wasKilled(mutant));
  for (const mutant of lost) console.log(`Survives now: ${mutant.id}, killed before by ${before.get(mutant.id).by?.file ?? "a timeout"}`);
  return lost.length === 0 ? 0 : 1;
}

const describe = ({ id, line, what, original, replacement }) =>
  `${id}  line ${line}, ${what}: ${shortened(original)} -> ${shortened(replacement)}`;
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replaceAll(/\s+/g, " ");

function line({ id, path, line, kind, what, verdict, tier, by, seconds }) {
  const where = line === undefined ? id : `${path}:${line} (${kind}, ${what}) ${id.split(":").at(-1)}`;
  const killer = by === undefined ? "" : ` by ${by.file} > ${by.test}`;
  return `${where}: ${verdict}${tier === undefined ? "" : ` in tier ${tier}`}${killer}${seconds === undefined ? "" : ` (${seconds} s)`}`;
}

function readOptions() {
  const number = { type: "string" };
  try {
    const { values } = parseArgs({
      options: {
        seed: number,
        count: { ...number, default: "80" },
        tiers: { ...number, default: "4" },
        minutes: { ...number, default: "10" },
        limit: { ...number, default: "Infinity" },
        workers: { ...number, default: "2" },
        suite: { type: "string", default: "main" },
        only: { type: "string" },
        against: { type: "string" },
        resume: { type: "string" },
        root: { type: "string" },
        json: { type: "string" },
        apply: { type: "string" },
        list: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) stop(usage, 0);
    const given = [values.seed, values.only, values.against, values.resume, values.apply].filter((value) => value !== undefined);
    if (given.length === 0) stop(usage, 2);
    const numbers = Object.fromEntries(["count", "tiers", "minutes", "limit", "workers"].map((name) => [name, Number(values[name])]));
    if (!Object.values(numbers).every((value) => value > 0)) stop(usage, 2);
    return { ...values, ...numbers, seed: values.seed === undefined ? undefined : Number(values.seed) };
  } catch (error) {
    return stop(`${error.message}\n\n${usage}`, 2);
  }
}

function stop(text, exitCode) {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exit(exitCode);
}

if (options.apply !== undefined) apply(options.apply);
else if (options.list) list();
else await main();
