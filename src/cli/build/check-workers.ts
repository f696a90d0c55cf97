import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { type CheckSources, checkSources, type SourceContext, type SourceResult } from "../../compiler/check.js";
import { deserializeResult, finder, openCheckCache, serializeResult } from "../../compiler/check-cache.js";
import type { CompileOptions } from "../../compiler/compile.js";
import { type EmitServices, noModuleCache, printPart } from "../../compiler/output-file.js";
import { openModuleCache, openToolTextCache, type SaveOptions } from "../../compiler/text-caches.js";
import { InternalError, type KnownText, type SourceFile } from "../../contract/diagnostic.js";
import type { Terminal } from "../io/terminal.js";
import type { BuildRequest } from "./fast-path.js";

/** The data that a worker gets once. Fragments are sent as files, because parsed documents can't be sent. */
export interface WorkerContext {
  readonly project: SourceContext["project"];
  readonly fragments: readonly { readonly name: string; readonly file: SourceFile; readonly index: number }[];
  readonly onlyDiagnostics: boolean;
}

interface WorkerOptions {
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

/** With fewer files, checking them is faster than loading the compiler in another thread. */
const minFilesForWorkers = 200;

interface CheckOptions {
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

/** The services of a build: the caches of earlier builds, and threads. */
interface BuildServices extends Pick<EmitServices, "recall" | "part">, Pick<Required<CompileOptions>, "check"> {
  /** See `CheckCache`. */
  readonly known?: (path: string, mark: string) => KnownText | undefined;
  saveKnown(marks: ReadonlyMap<string, string>): Promise<void>;
  /** Saves the results of specs for the next build, and lets go of them. */
  saveResults(options: SaveOptions): Promise<void>;
  /** Saves for the next build what was printed of tools. Files are printed while they are written. */
  saveTexts(options: SaveOptions): Promise<void>;
}

/** Opens the caches of earlier builds by this compiler; `--check` reads and writes none. */
export async function openBuildServices({ host, buildId, options, terminal }: BuildRequest): Promise<BuildServices> {
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  // A check compares each file with its spec's current output, and not with a cache that anyone could have edited.
  if (options.check)
    return { check, recall: noModuleCache, part: printPart, saveResults: saveNothing, saveTexts: saveNothing, saveKnown: saveNothing };
  const results = await openCheckCache(host, { build: buildId, check });
  const recall = await openModuleCache(host, buildId);
  const parts = await openToolTextCache(host, { build: buildId, keyOf: results.keyOf });
  const saveTexts = async (how: SaveOptions) => {
    await recall.save(how);
    await parts.save(how);
  };
  const { known, saveKnown } = results;
  return { check: results.check, recall, part: parts.part, saveResults: results.save, saveTexts, known, saveKnown };
}

const saveNothing = async () => {};

/** With fewer spec files, a build needs less than 0.6 GB anyway. */
const manyFiles = 6000;

/**
 * Lets V8's heap grow by less between two collections if a build has many spec files. Of 10,000, it needs a tenth less
 * memory then, and a tenth more CPU time. V8 reads this flag at each collection.
 */
function collectSooner(files: number): void {
  if (files >= manyFiles) setFlagsFromString("--heap-growing-percent=50");
}

/** Checks spec files and returns their results as text, which other threads can read. */
export async function checkToTexts(
  sources: readonly SourceFile[],
  context: SourceContext,
  { onlyDiagnostics }: { readonly onlyDiagnostics: boolean },
): Promise<readonly string[]> {
  const results = await checkSources(sources, context);
  return results.map((result) => serializeResult(onlyDiagnostics ? { ...result, ...nothing } : result));
}

const nothing = { tools: [], prompts: [], resources: [], claims: [] };
