import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { lacking } from "../kit/needs.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

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
      ...lacking().map(({ what, remedy }) => `Skipped what needs ${what}. To run it: ${remedy}`),
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

function writeCounts(folder: string, suite: string, counts: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${suite}-${process.version}.json`), JSON.stringify(counts));
}
