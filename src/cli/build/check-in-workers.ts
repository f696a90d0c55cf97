import { Worker } from "node:worker_threads";
import { finder } from "../../cache/check-cache.js";
import { deserializeResult } from "../../cache/serialize-result.js";
import type { CheckSources } from "../../check/check.js";
import type { SourceContext, SourceResult } from "../../check/check-source.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import { InternalError } from "../../diagnostics/invariant.js";
import type { Terminal } from "../io/terminal.js";

/** The data that a worker gets once. Fragments are sent as files, because parsed documents can't be sent. */
export interface WorkerContext {
  readonly project: SourceContext["project"];
  readonly fragments: readonly { readonly name: string; readonly file: SourceFile; readonly index: number }[];
  readonly onlyDiagnostics: boolean;
}

/** With fewer files, checking them is faster than loading the compiler in two threads. */
const minFilesForWorkers = 200;
const chunkSize = 25;

export interface CheckOptions {
  readonly inProcess: CheckSources;
  readonly terminal: Terminal;
  /** True if workers return no tools, because passing them on takes time. */
  readonly onlyDiagnostics?: boolean;
}

/** Checks many files in two workers, few in this thread, and shows the progress. */
export function checkInWorkers({ inProcess, terminal, onlyDiagnostics = false }: CheckOptions): CheckSources {
  return async (sources, context) => {
    if (sources.length < minFilesForWorkers || terminal.processors < 2) return inProcess(sources, context);
    const results = new Array<SourceResult>(sources.length);
    const chunks = Array.from({ length: Math.ceil(sources.length / chunkSize) }, (_, i) => i * chunkSize);
    const findSpan = finder(sources, context);
    let done = 0;
    const work = async () => {
      const worker = startWorker(context, onlyDiagnostics);
      try {
        for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
          const stored = await worker.check(sources.slice(start, start + chunkSize));
          const checked = stored.map((one) => deserializeResult(one, findSpan));
          results.splice(start, checked.length, ...checked);
          done += stored.length;
          terminal.progress(`Checked ${done} of ${sources.length} spec files…`);
        }
      } finally {
        await worker.end();
      }
    };
    try {
      await Promise.all([work(), work()]);
    } finally {
      terminal.progress("");
    }
    return results;
  };
}

function startWorker({ project, fragments }: SourceContext, onlyDiagnostics: boolean) {
  const sent = [...fragments].map(([name, { file, index }]) => ({ name, file, index }));
  const workerData: WorkerContext = { project, fragments: sent, onlyDiagnostics };
  const worker = new Worker(new URL("./check-worker.js", import.meta.url), { workerData });
  let waiting: { readonly resolve: (stored: readonly string[]) => void; readonly reject: (error: unknown) => void } | undefined;
  worker.on("message", (stored: readonly string[]) => waiting?.resolve(stored));
  worker.on("error", (error) => waiting?.reject(error));
  worker.on("exit", () => waiting?.reject(new InternalError("a worker ended before its work was done")));
  return {
    check: (sources: readonly SourceFile[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(sources);
      }),
    end: () => worker.terminate(),
  };
}
