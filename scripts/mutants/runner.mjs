// Runs files of tests in a work copy for scripts/mutants.mjs. It is a process of its own, which can be ended when a
// mutant hangs it, and it keeps what vitest has transformed from one mutant to the next.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { BaseSequencer, createVitest } from "vitest/node";

const { root, suite, workers } = JSON.parse(process.argv[2]);
/** The order in which the files of the current request are run. */
let order = [];
let result;

class GivenOrder extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => order.indexOf(relative(root, moduleId));
    return [...files].sort((one, other) => place(one) - place(other));
  }
}

const fail = (file, test) => {
  result.failed.add(file);
  if (!result.bail) return;
  if (result.failure !== undefined) return;
  result.failure = { file, test };
  process.send({ failure: result.failure });
  void vitest.cancelCurrentRun("test-failure");
};

const reporter = {
  onTestCaseResult(test) {
    process.send({ progress: true });
    if (test.result().state === "failed") fail(relative(root, test.module.moduleId), test.fullName);
  },
  onTestModuleEnd(module) {
    process.send({ progress: true });
    const file = relative(root, module.moduleId);
    const [error] = module.errors();
    if (error !== undefined) fail(file, `the file itself: ${firstLine(error.message)}`);
    else if (result.failure === undefined && !result.failed.has(file)) result.passed.push(file);
  },
  onTestRunEnd(_modules, errors) {
    if (errors.length > 0) fail(order[0], `an error outside of tests: ${firstLine(errors[0].message)}`);
  },
};
const firstLine = (text) => String(text).split("\n")[0].slice(0, 200);

const options = {
  root,
  mode: suite,
  watch: false,
  run: true,
  maxWorkers: workers,
  retry: 0,
  reporters: [reporter],
  sequence: { sequencer: GivenOrder },
};
const vitest = await createVitest("test", options);
// The order of the files is given, so files that wait and those that compute have the same workers.
for (const project of vitest.projects) project.config.maxWorkers = workers;

/** The suite's files, each in the project of vitest.config.ts that runs it. */
let known;
async function specifications() {
  known ??= new Map((await vitest.globTestSpecifications()).map((found) => [relative(root, found.moduleId), found]));
  return known;
}

const answers = {
  /** Returns the suite's files. */
  async list() {
    return [...(await specifications()).keys()].sort();
  },
  /** Runs files, with `bail` up to the first test that fails. `changed` are modules that vitest must read again. */
  async run({ files, bail, changed }) {
    for (const path of changed) vitest.invalidateFile(join(root, path));
    order = files;
    result = { bail, passed: [], failed: new Set(), failure: undefined };
    const found = await specifications();
    await vitest.runTestSpecifications(
      files.map((file) => found.get(file)),
      true,
    );
    return { ...result, failed: [...result.failed] };
  },
  /** Builds what a changed module of `src` is in, which is less than scripts/build.mjs builds. */
  async build({ path }) {
    const dist = join(root, "dist");
    const scripts = (name) => import(pathToFileURL(join(root, "scripts", name)).href);
    const [assets, commandLine, library, packages] = await Promise.all(
      ["assets.mjs", "command-line.mjs", "library.mjs", "bundled-packages.mjs"].map(scripts),
    );
    const compiled = join(dist, path.slice("src/".length).replace(/\.ts$/, ".js"));
    if (existsSync(compiled)) {
      const { code } = await transform(await readFile(join(root, path), "utf8"), { loader: "ts", format: "esm", target: "es2023" });
      await writeFile(compiled, code);
      await packages.importBundledPackages(dist);
    }
    await Promise.all([
      assets.writeAssets(join(dist, "assets")),
      commandLine.writeCommandLine(join(dist, "cli")),
      library.writeLibrary(join(dist, "assets", "library")),
    ]);
    // Cached results of another build aren't used.
    await writeFile(join(dist, "assets", "build-id"), randomUUID());
  },
};

process.on("message", async ({ method, params }) => {
  try {
    process.send({ answer: (await answers[method](params)) ?? null });
  } catch (error) {
    process.send({ error: firstLine(error.message) });
  }
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });
