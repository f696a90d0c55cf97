import { setImmediate } from "node:timers/promises";
import type { ExampleResult } from "./example-result.js";
import { type ExampleEnvironment, type Job, runExample } from "./run-example.js";

export interface Pace {
  /** How many examples may run concurrently. */
  readonly concurrency: number;
  /** Called after each example, in the order in which they end. */
  onResult(result: ExampleResult): void;
}

/**
 * Runs examples, several at a time, and returns results in their order. After the signal is aborted none is started,
 * and the remaining results are missing.
 */
export async function runExamples(
  jobs: readonly Job[],
  exampleEnvironment: ExampleEnvironment,
  pace: Pace,
): Promise<readonly ExampleResult[]> {
  const results: (ExampleResult | undefined)[] = jobs.map(() => undefined);
  let next = 0;
  const unlessAborted = (error: unknown) => {
    if (!exampleEnvironment.signal.aborted) throw error;
    return undefined;
  };
  const worker = async () => {
    for (let at = next++; at < jobs.length && !exampleEnvironment.signal.aborted; at = next++) {
      const job = jobs[at];
      if (job === undefined) return;
      const result = await runExample(job, exampleEnvironment).catch(unlessAborted);
      if (result === undefined) return;
      results[at] = result;
      pace.onResult(result);
      // Examples that start nothing never yield by themselves, and an interruption must be noticed among thousands of
      // them.
      await setImmediate();
    }
  };
  // Wait for all of them, also if one fails, because the caller may remove the worlds afterwards.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(pace.concurrency, jobs.length) }, worker));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return results.filter((result) => result !== undefined);
}
