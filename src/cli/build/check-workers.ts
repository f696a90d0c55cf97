import { Worker } from "node:worker_threads";
import { finder } from "../../cache/check-cache.js";
import { deserializeResult } from "../../cache/serialize-result.js";
import type { SourceContext, SourceResult } from "../../check/check-source.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import { InternalError } from "../../diagnostics/invariant.js";
import type { Terminal } from "../io/terminal.js";
import { checkToTexts } from "./check-to-texts.js";

/** The data that a worker gets once. Fragments are sent as files, because parsed documents can't be sent. */
export interface WorkerContext {
  readonly project: SourceContext["project"];
  readonly fragments: readonly { readonly name: string; readonly file: SourceFile; readonly index: number }[];
  readonly onlyDiagnostics: boolean;
}

export interface WorkerOptions {
  readonly terminal: Terminal;
  /** True if workers return no tools, because passing them on takes time. */
  readonly onlyDiagnostics?: boolean;
}

/** Threads that check spec files beside this one. */
export interface CheckWorkers {
  /**
   * Checks files, some in this thread, and shows the progress. One call at a time. Throws what a thread threw, also
   * before this call.
   */
  check(sources: readonly SourceFile[]): Promise<readonly SourceResult[]>;
  /** Ends the threads. Until then they keep the process alive. */
  end(): Promise<void>;
}

/** A thread gets so few files at once that no other waits long for the last. */
const chunkSize = 10;

/** With more threads, loading the compiler in each takes longer than they save. */
const mostWorkers = 2;

/**
 * Starts the threads. They load the compiler at once, so starting them before there is something to check saves time.
 */
export function startCheckWorkers(context: SourceContext, { terminal, onlyDiagnostics = false }: WorkerOptions): CheckWorkers {
  const count = Math.min(mostWorkers, terminal.processors - 1);
  const workers = Array.from({ length: count }, () => startWorker(context, onlyDiagnostics));
  const thisThread: Pick<CheckWorker, "check"> = {
    async check(sources) {
      // The results of the others are read first, so that these get more to do.
      await new Promise((resolve) => setImmediate(resolve));
      return checkToTexts(sources, context, { onlyDiagnostics });
    },
  };
  return {
    async check(sources) {
      const results = new Array<SourceResult>(sources.length);
      const chunks = Array.from({ length: Math.ceil(sources.length / chunkSize) }, (_, i) => i * chunkSize);
      const findSpan = finder(sources, context);
      let done = 0;
      const work = async (worker: Pick<CheckWorker, "check">) => {
        for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
          const stored = await worker.check(sources.slice(start, start + chunkSize));
          const checked = stored.map((one) => deserializeResult(one, findSpan));
          results.splice(start, checked.length, ...checked);
          done += stored.length;
          terminal.progress(`Checked ${done} of ${sources.length} spec files…`);
        }
      };
      try {
        await Promise.all([...workers, thisThread].map(work));
      } finally {
        terminal.progress("");
      }
      return results;
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.end()));
    },
  };
}

interface CheckWorker {
  check(sources: readonly SourceFile[]): Promise<readonly string[]>;
  end(): Promise<number>;
}

function startWorker({ project, fragments }: SourceContext, onlyDiagnostics: boolean): CheckWorker {
  const sent = [...fragments].map(([name, { file, index }]) => ({ name, file, index }));
  const workerData: WorkerContext = { project, fragments: sent, onlyDiagnostics };
  const worker = new Worker(new URL("./check-worker.js", import.meta.url), { workerData });
  let waiting: { readonly resolve: (stored: readonly string[]) => void; readonly reject: (error: unknown) => void } | undefined;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    waiting?.reject(failure.error);
  };
  worker.on("message", (stored: readonly string[]) => waiting?.resolve(stored));
  worker.on("error", fail);
  worker.on("exit", () => fail(new InternalError("a worker ended before its work was done")));
  return {
    check: (sources) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        waiting = { resolve, reject };
        worker.postMessage(sources);
      }),
    end: () => worker.terminate(),
  };
}
