import type { CheckSources } from "../../check/check.js";
import type { Terminal } from "../io/terminal.js";
import { startCheckWorkers } from "./check-workers.js";
import { collectSooner } from "./collect-sooner.js";

/** With fewer files, checking them is faster than loading the compiler in another thread. */
const minFilesForWorkers = 200;

export interface CheckOptions {
  readonly inProcess: CheckSources;
  readonly terminal: Terminal;
}

/** Returns true if so many files are checked faster in several threads. */
export const needsWorkers = (files: number, { processors }: Terminal): boolean => files >= minFilesForWorkers && processors >= 2;

/** Checks many files in several threads, and few in this one. */
export function checkInWorkers({ inProcess, terminal }: CheckOptions): CheckSources {
  return async (sources, context) => {
    collectSooner(sources.length);
    if (!needsWorkers(sources.length, terminal)) return inProcess(sources, context);
    const workers = startCheckWorkers(context, { terminal });
    try {
      return await workers.check(sources);
    } finally {
      await workers.end();
    }
  };
}
