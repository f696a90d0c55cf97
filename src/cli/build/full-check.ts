import { buildLock } from "../../compiler/build-stamp.js";
import { checkSources } from "../../compiler/check.js";
import { checkCacheFolder, openCheckCache } from "../../compiler/check-cache.js";
import { compile, suggest } from "../../compiler/compile.js";
import { openModuleCache } from "../../compiler/text-caches.js";
import { isError } from "../../contract/diagnostic.js";
import type { Host } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, type FormatOption, type GlobalOptions, packageRoot, type SuggestOption } from "../command.js";
import { describeSuggestions } from "../describe/describe-suggestions.js";
import { toolCount } from "../io/format-text.js";
import { showSlowWork, withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { reportDiagnostics } from "../project/report-diagnostics.js";
import { checkInWorkers } from "./check-workers.js";

export interface CheckRequest {
  readonly host: Host;
  readonly buildId: string;
  readonly options: GlobalOptions & FormatOption & SuggestOption;
  readonly terminal: Terminal;
}

/**
 * Checks with the compiler and emits nothing. Cached results of builds and other checks aren't checked again, and new
 * results are cached for them.
 */
export async function fullCheck({ host, buildId, options, terminal }: CheckRequest): Promise<number> {
  const linked = await checkCacheFolder(host);
  if (linked.length > 0) {
    reportDiagnostics(linked, options, terminal);
    return exitCode.failed;
  }
  const check = checkInWorkers({ inProcess: checkSources, terminal });
  const memory = await openCheckCache(host, { build: buildId, check });
  const recall = await openModuleCache(host, buildId);
  const [{ model }, diagnostics] = await showSlowWork(terminal, "Checking the specs…", () =>
    withinTime(options, terminal, async () => compile(host, await readAssets(packageRoot), { targets: [], recall, check: memory.check })),
  );
  const failed = diagnostics.some(isError);
  await host.withLock(buildLock, async () => {
    await memory.save({ forget: !failed });
    // A check only needs what was printed for handlers.
    await recall.save({ forget: false });
  });
  // A list of suggestions takes the place of one of warnings.
  if (failed || options.suggest !== true || options.format === "pretty") reportDiagnostics(diagnostics, options, terminal);
  if (failed) return exitCode.failed;
  if (options.suggest === true) {
    const suggestions = await suggest(host, await readAssets(packageRoot));
    terminal.out(options.format === "json" ? `${JSON.stringify(suggestions, null, 2)}\n` : describeSuggestions(suggestions, model));
    return exitCode.done;
  }
  if (options.format === "pretty") terminal.out(`${toolCount(model)}, no errors.\n`);
  return exitCode.done;
}
