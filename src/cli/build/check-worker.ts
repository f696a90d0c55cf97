import { parentPort, workerData } from "node:worker_threads";
import { restoreFragments } from "../../compiler/fragments.js";
import type { SourceFile } from "../../contract/diagnostic.js";
import { checkToTexts, type WorkerContext } from "./check-workers.js";

// The thread that `startCheckWorkers` starts: spec files in, their results as text out.
const { project, fragments, onlyDiagnostics } = workerData as WorkerContext;
const context = { project, fragments: restoreFragments(fragments) };

parentPort?.on("message", async (sources: readonly SourceFile[]) => {
  parentPort?.postMessage(await checkToTexts(sources, context, { onlyDiagnostics }));
});
