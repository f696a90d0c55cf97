import { recordingHost, replaceMarks, untouchedSince } from "../../cache/build-stamp.js";
import { buildLock } from "../../cache/cache-folder.js";
import { checkCacheFolder } from "../../cache/check-cache-folder.js";
import { compile } from "../../compile.js";
import { sortDiagnostics } from "../../diagnostics/collector.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { readAssets } from "../../node-host.js";
import { applyPlan } from "../../write/apply-plan.js";
import { findStaleOutputs } from "../../write/find-stale-outputs.js";
import { planWrites } from "../../write/write-plan.js";
import { countCatalogue } from "../budget/count-tools.js";
import { exitCode } from "../exit-code.js";
import { reportDiagnostics } from "../io/report-diagnostics.js";
import { showSlowWork } from "../io/show-slow-work.js";
import { withinTime } from "../io/within-time.js";
import { packageRoot, packageVersion } from "../package-root.js";
import { invocation } from "../project/invocation.js";
import { projectRoot } from "../project/open-project.js";
import { tookSince } from "../text/plural.js";
import { toolCount } from "../text/tool-count.js";
import type { BuildRequest } from "./build-request.js";
import { openBuildServices } from "./build-services.js";
import { buildSummary, costSentence, lostOf } from "./build-summary.js";
import { readEarlierTools, refusedSinceUpgrade } from "./earlier-tools.js";
import { readSurfaceLock, surfaceLockErrors, surfaceLockWarnings, writeSurfaceLock } from "./surface-lock.js";
import { writeBuildStamp } from "./write-build-stamp.js";

/** Builds with the whole compiler. Spec files that are cached from an earlier build aren't checked again. */
export async function fullBuild(request: BuildRequest): Promise<number> {
  const { host, buildId, options, terminal, last, read } = request;
  const started = process.hrtime.bigint();
  const linked = await checkCacheFolder(host);
  if (linked.length > 0) {
    reportDiagnostics(linked, options, terminal);
    return exitCode.failed;
  }
  const recorded = recordingHost(host);
  const services = await openBuildServices(request);
  const [{ model, files }, found] = await showSlowWork(terminal, "Compiling the specs…", () =>
    withinTime(options, terminal, async () => compile(recorded.host, await readAssets(packageRoot), services)),
  );
  replaceMarks(read, recorded.marks);
  const fail = (...more: Parameters<typeof reportDiagnostics>[0]) => {
    reportDiagnostics([...found, ...more], options, terminal);
    return exitCode.failed;
  };
  const failed = found.some(isError);
  const unsupported = failed ? 0 : lostOf(model, services.part);
  // `--check` writes no cache, and reports no tokens.
  const command = invocation(projectRoot(options, terminal), terminal.environment);
  const cost = failed || options.check ? "" : costSentence(countCatalogue(model, services.part), command);
  // Another build that writes at the same time comes before or after.
  const write = async () => {
    await services.saveResults({ forget: !failed });
    const earlier = options.check
      ? undefined
      : await readEarlierTools(host, { output: model.project.output, buildId, version: packageVersion() });
    if (failed) {
      await services.saveTexts({ forget: false });
      const code = fail();
      if (options.format === "pretty") terminal.err(refusedSinceUpgrade(earlier, { model, found, command }));
      return code;
    }
    // Not by the host that records: this build may write it.
    const lock = await readSurfaceLock(host, model);
    const warnings = options.check ? [] : surfaceLockWarnings(lock);
    if (warnings.some(isError)) return fail(...warnings);

    const untouched = last === undefined ? new Map<string, string>() : untouchedSince(last);
    const [planned, obstacles] = await planWrites(host, { output: model.project.output, files, compiler: packageVersion(), untouched });
    if (obstacles.some(isError)) return fail(...obstacles);
    // The order of `drift` matters: a different compiler version comes before the files that differ because of it.
    const problems = options.check ? [...findStaleOutputs(planned), ...surfaceLockErrors(lock)] : (await applyPlan(host, planned))[1];
    await services.saveTexts({ forget: true });
    if (problems.length > 0) return fail(...problems);

    const reported = sortDiagnostics([...found, ...warnings]);
    if (!options.check) {
      const lockMark = await writeSurfaceLock(host, lock);
      if (recorded.settled())
        await writeBuildStamp(host, { buildId, tools: toolCount(model), cost, warnings: reported, recorded, lockMark, planned, untouched });
    }
    reportDiagnostics(reported, options, terminal);
    if (options.format === "pretty")
      terminal.out(buildSummary({ model, planned, lost: unsupported, cost, took: tookSince(started), earlier, command }));
    return exitCode.done;
  };
  return options.check ? write() : host.withLock(buildLock, write);
}
