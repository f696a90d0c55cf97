import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Need {
  readonly what: string;
  readonly install: string;
}

/** Why tests are skipped on some machines, by their files, and what to do about it. */
const needs: readonly (Need & { readonly file: RegExp })[] = [
  { file: /^test\/runtime\/(?:sandbox|paths)\//, what: "bubblewrap", install: "sudo apt-get install bubblewrap" },
  { file: /^test\/write\/real-disk/, what: "the right to mount a file system", install: "run them as root" },
  { file: /^test\/library\/large-tree/, what: "ripgrep, grep and Git", install: "sudo apt-get install ripgrep grep git" },
  { file: /^test\/clients\/pi\//, what: "ripgrep", install: "sudo apt-get install ripgrep" },
  { file: /^test\/mcp-server\/http\/replicas/, what: "haproxy or nginx", install: "sudo apt-get install haproxy nginx-light" },
  { file: /^test\/mcp-server\/http\//, what: "openssl", install: "sudo apt-get install openssl" },
  {
    file: /^test\/cli\/commands\/new-image-built/,
    what: "root, buildah and bubblewrap",
    install: "sudo apt-get install buildah bubblewrap",
  },
  { file: /^test\/cli\/call-watched/, what: "script(1)", install: "sudo apt-get install bsdutils" },
  { file: /^test\/cli\/run\/terminal/, what: "bash", install: "sudo apt-get install bash" },
];
const otherSystem: Need = { what: "another system", install: "use that system" };
/** It shows that a call is refused where bubblewrap isn't installed. */
const onlyWithoutSandbox = "runs nothing on this machine, which has no sandbox";

/** The command for the tests that a suite leaves out. */
const next: Readonly<Record<string, string>> = {
  main: "Not run here: npm run test:clients (other real clients) and npm run test:soak (repetition).",
  quick: "Not run here: npm test (tests of processes), npm run test:clients and npm run test:soak.",
};

/** Prints below vitest's own result what was slowest, what was skipped and why, and what was not run. Leaves counts for `.ci/run`. */
export class TestSummary implements Reporter {
  readonly #suite: string;
  #started = Date.now();

  constructor(suite: string) {
    this.#suite = suite;
  }

  onTestRunStart(): void {
    this.#started = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(isBroken).length;
    const counts = { passed: count("passed"), failed: count("failed") + broken, skipped: count("skipped") };
    const flaky = tests.filter((test) => test.diagnostic()?.flaky).map(titleOf);
    const failed = [...tests.filter((test) => test.result().state === "failed").map(titleOf), ...modules.filter(isBroken).map(pathOf)];
    const folder = process.env.TOOLGEN_TEST_COUNTS;
    if (folder) writeCounts(folder, this.#suite, { ...counts, failures: failed, flaky });
    if (!(this.#suite in next) && folder === undefined) return;
    const seconds = Math.round((Date.now() - this.#started) / 1000);
    const lines = [
      ...skippedLines(tests),
      ...flaky.map((title) => `Passed only when tried again: ${title}`),
      ...(modules.length < 2 ? [] : [`Slowest: ${slowest(modules)}.`]),
      ...(next[this.#suite] ?? "").split("\n").filter((line) => line !== ""),
      `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s.`,
    ];
    console.log(lines.join("\n"));
  }
}

const pathOf = (module: TestModule) => relative(root, module.moduleId);
const titleOf = (test: TestCase) => `${pathOf(test.module)} > ${test.fullName}`;
/** In a file that can't be loaded no test fails, but the file does. */
const isBroken = (module: TestModule) => module.errors().length > 0;

function slowest(modules: readonly TestModule[]): string {
  const timed = modules.map((module) => ({ path: pathOf(module), ms: module.diagnostic().duration }));
  const first = timed.sort((a, b) => b.ms - a.ms).slice(0, 5);
  return first.map(({ path, ms }) => `${path} (${Math.round(ms / 1000)} s)`).join(", ");
}

function skippedLines(tests: readonly TestCase[]): readonly string[] {
  const counts = new Map<Need, number>();
  for (const test of tests) {
    if (test.result().state !== "skipped" || test.name === onlyWithoutSandbox) continue;
    const need = needs.find(({ file }) => file.test(pathOf(test.module))) ?? otherSystem;
    counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  return [...counts].map(([{ what, install }, count]) => `Skipped: ${count} that need ${what}. To run them: ${install}`);
}

function writeCounts(folder: string, suite: string, counts: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${suite}.json`), JSON.stringify(counts));
}
