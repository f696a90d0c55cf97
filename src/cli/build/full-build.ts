import { buildLock, marksNow, recordingHost, replaceMarks, untouchedSince } from "../../compiler/build-stamp.js";
import { checkCacheFolder } from "../../compiler/check-cache.js";
import { compile } from "../../compiler/compile.js";
import { applyPlan, findStaleOutputs, planWrites } from "../../compiler/write-plan.js";
import { isError, sortDiagnostics } from "../../contract/diagnostic.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, packageRoot, packageVersion } from "../command.js";
import { tookSince, toolCount } from "../io/format-text.js";
import { showSlowWork, withinTime } from "../io/slow-work.js";
import { projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";
import { reportDiagnostics } from "../project/report-diagnostics.js";
import { restoreSchemas } from "../project/schema-location.js";
import { buildSummary, costSentence, lostOf, readEarlierTools, refusedSinceUpgrade } from "./build-summary.js";
import { openBuildServices } from "./check-workers.js";
import { countCatalogue } from "./count-tools.js";
import type { BuildRequest } from "./fast-path.js";
import { readSurfaceLock, surfaceLockErrors, surfaceLockWarnings, writeBuildStamp, writeSurfaceLock } from "./write-build-stamp.js";

/** Builds with the whole compiler. Spec files that are cached from an earlier build aren't checked again. */
export async function fullBuild(request: BuildRequest): Promise<number> {
  const { host, buildId, options, terminal, last, read } = request;
  const started = process.hrtime.bigint();
  const linked = await checkCacheFolder(host);
  if (linked.length > 0) {
    reportDiagnostics(linked, options, terminal);
    return exitCode.failed;
  }
  const services = await openBuildServices(request);
  const recorded = recordingHost(host, { now: last && marksNow(last), known: services.known });
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
    const [planned, obstacles] = await planWrites(host, {
      output: model.project.output,
      project: model.project,
      files,
      compiler: packageVersion(),
      untouched,
    });
    if (obstacles.some(isError)) return fail(...obstacles);
    // The order of `drift` matters: a different compiler version comes before the files that differ because of it.
    const problems = options.check ? [...findStaleOutputs(planned), ...surfaceLockErrors(lock)] : (await applyPlan(host, planned))[1];
    await services.saveTexts({ forget: true });
    if (problems.length > 0) return fail(...problems);

    const reported = sortDiagnostics([...found, ...warnings]);
    if (!options.check) {
      const lockMark = await writeSurfaceLock(host, lock);
      await restoreSchemas(host);
      if (recorded.settled()) {
        await services.saveKnown(recorded.marks);
        await writeBuildStamp(host, { buildId, tools: toolCount(model), cost, warnings: reported, recorded, lockMark, planned, untouched });
      }
    }
    reportDiagnostics(reported, options, terminal);
    if (options.format === "pretty")
      terminal.out(buildSummary({ model, planned, lost: unsupported, cost, took: tookSince(started), earlier, command }));
    return exitCode.done;
  };
  return options.check ? write() : host.withLock(buildLock, write);
}
