import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { CostReport } from "./test/setup/cost-report.js";
import { withoutUsualTests } from "./test/setup/repeating-tests.js";
import { suiteOf } from "./test/setup/suites.js";
import { TestSummary } from "./test/setup/test-summary.js";

/** Ends a test that hangs. No test waits as long on a machine that is merely busy; a test of the long soak works that long. */
const hangMs = process.env.TOOLGEN_SOAK === "long" ? 7_200_000 : 600_000;

/**
 * How many files that wait run for each core. More start more workers, each of which loads what it tests.
 * Real clients keep a core busy themselves, and some don't wait for a slow server.
 */
const waitingPerCore = (mode: string) => (mode === "clients" ? 1 : 2);

const { templatesId, templatesModule }: { readonly templatesId: string; readonly templatesModule: () => string } = await import(
  new URL("scripts/templates.mjs", import.meta.url).href
);

/** The templates of outputs, as the build of toolgen bundles them. */
const compiledTemplates = {
  name: "compiled-templates",
  resolveId: (id: string) => (id === templatesId ? id : undefined),
  load: (id: string) => (id === templatesId ? templatesModule() : undefined),
};

/** The soak runs what it repeats more often than `npm test`, and leaves the other tests of the same files out. */
const repeatingTests = {
  name: "repeating-tests",
  enforce: "pre" as const,
  transform: (code: string, id: string) => {
    const path = relative(import.meta.dirname, id);
    return path.endsWith(".test.ts") && !path.endsWith(".soak.test.ts") ? { code: withoutUsualTests(path, code), map: null } : undefined;
  },
};

// `vitest run FILE` finds every test; `--mode NAME` runs a suite of test/setup/suites.ts.
export default defineConfig(({ mode }) => {
  // Each project reads this file again, in mode `test`. The files of tests read the variable.
  process.env.TOOLGEN_TEST_SUITE ??= mode;
  const { waiting, computing } = suiteOf(mode);
  const cores = availableParallelism();
  const group = (name: string, include: readonly string[], maxWorkers: number, groupOrder: number) =>
    include.length === 0 ? [] : [{ extends: true as const, test: { name, include: [...include], maxWorkers, sequence: { groupOrder } } }];
  return {
    plugins: [compiledTemplates, ...(process.env.TOOLGEN_TEST_SUITE === "soak" ? [repeatingTests] : [])],
    test: {
      // Files that wait come first: to start a process, the system copies the tables of all memory that a worker has, and
      // a worker has more with each file.
      projects: [...group("waiting", waiting, waitingPerCore(mode) * cores, 0), ...group("computing", computing, cores, 1)],
      exclude: ["**/node_modules/**"],
      reporters: ["default", ...(process.env.TOOLGEN_TEST_TIMES === undefined ? [] : [new CostReport()]), new TestSummary(mode)],
      testTimeout: hangMs,
      hookTimeout: hangMs,
      // Of a test that is slow on a busy machine there is nothing to mark.
      slowTestThreshold: hangMs,
      globalSetup: "test/setup/run-folder.ts",
      setupFiles: ["test/setup/each-file.ts"],
      // In CI a test that fails is tried once more, and the summary names it if it passes then: contributing/testing.md.
      retry: process.env.CI ? 1 : 0,
      // Modules are loaded once for a worker's files: a file of tests leaves what they share as it found it.
      isolate: false,
    },
  };
});
