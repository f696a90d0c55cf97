import { parentPort, workerData } from "node:worker_threads";
import { serializeResult } from "../../cache/serialize-result.js";
import { checkSources } from "../../check/check.js";
import { restoreFragments } from "../../check/fragments/apply-fragments.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import type { WorkerContext } from "./check-workers.js";

// The thread that `startCheckWorkers` starts: spec files in, their results as text out.
const { project, fragments, onlyDiagnostics } = workerData as WorkerContext;
const nothing = { tools: [], prompts: [], resources: [], claims: [] };
const context = { project, fragments: restoreFragments(fragments) };

parentPort?.on("message", async (sources: readonly SourceFile[]) => {
  const results = await checkSources(sources, context);
  parentPort?.postMessage(results.map((result) => serializeResult(onlyDiagnostics ? { ...result, ...nothing } : result)));
});
