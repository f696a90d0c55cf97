import { buildLock } from "../../cache/cache-folder.js";
import { openCheckCache } from "../../cache/check-cache.js";
import { checkCacheFolder } from "../../cache/check-cache-folder.js";
import { openModuleCache } from "../../cache/module-cache.js";
import { checkSources } from "../../check/check.js";
import { compile, suggest } from "../../compile.js";
import { isError } from "../../diagnostics/diagnostic.js";
import type { Host } from "../../host.js";
import { readAssets } from "../../node-host.js";
import { describeSuggestions } from "../describe/describe-suggestions.js";
import { exitCode } from "../exit-code.js";
import { reportDiagnostics } from "../io/report-diagnostics.js";
import { showSlowWork } from "../io/show-slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { FormatOption, GlobalOptions, SuggestOption } from "../options.js";
import { packageRoot } from "../package-root.js";
import { toolCount } from "../text/tool-count.js";
import { checkInWorkers } from "./check-in-workers.js";

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
