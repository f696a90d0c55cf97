import { defineConfig } from "vitest/config";
import { CostReport } from "./test/setup/cost-report.js";
import { ProcessFilesFirst } from "./test/setup/process-files-first.js";
import { suites } from "./test/setup/suites.js";
import { TestSummary } from "./test/setup/test-summary.js";

/** Ends a test that hangs. No test waits as long on a machine that is merely busy; a test of the long soak works that long. */
const hangMs = process.env.TOOLGEN_SOAK === "long" ? 7_200_000 : 600_000;

// `vitest run FILE` finds every test; `--mode NAME` runs a suite of test/suites.ts.
export default defineConfig(({ mode }) => {
  const { include, exclude = [] } = suites[mode] ?? { include: ["test/**/*.test.ts"] };
  return {
    test: {
      include,
      exclude: ["**/node_modules/**", ...exclude],
      env: { TOOLGEN_TEST_SUITE: mode },
      reporters: ["default", ...(process.env.TOOLGEN_TEST_TIMES === undefined ? [] : [new CostReport()]), new TestSummary(mode)],
      testTimeout: hangMs,
      hookTimeout: hangMs,
      // Of a test that is slow on a busy machine there is nothing to mark.
      slowTestThreshold: hangMs,
      maxWorkers: 2,
      sequence: { sequencer: ProcessFilesFirst },
      globalSetup: "test/setup/run-folder.ts",
      setupFiles: ["test/setup/own-folder.ts", "test/setup/record-cost.ts", "test/setup/fixed-seed.ts"],
      // In CI a test that fails is tried once more, and the summary names it if it passes then: docs/testing.md.
      retry: process.env.CI ? 1 : 0,
      // Modules are loaded once for a worker's files: a file of tests leaves what they share as it found it.
      isolate: false,
    },
  };
});
