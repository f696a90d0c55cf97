import { isFresh, readLastBuild } from "../../cache/build-stamp.js";
import { cacheKey } from "../../cache/cache-folder.js";
import { readBuildId } from "../../node-host.js";
import { removeBuildLockLeftovers } from "../build/remove-build-lock-leftovers.js";
import { replayWarnings } from "../build/replay-warnings.js";
import { withoutOptimizer } from "../build/without-optimizer.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { FormatOption, GlobalOptions, SuggestOption } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "../project/open-project.js";

/**
 * `toolgen check`: prints only diagnostics. If nothing has changed since the last build, its diagnostics are repeated,
 * and no part of the compiler is loaded.
 */
export async function check(options: GlobalOptions & FormatOption & SuggestOption, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  await removeBuildLockLeftovers(host);
  const buildId = await cacheKey(host, readBuildId(packageRoot), { create: true });
  const last = await withoutOptimizer(() => readLastBuild(host, buildId));
  if (options.suggest === true || last === undefined || !isFresh(last))
    return (await import("../build/full-check.js")).fullCheck({ host, buildId, options, terminal });
  await replayWarnings(last.stamp.warnings, options, terminal);
  if (options.format === "pretty") terminal.out(`${last.stamp.tools}, no errors.\n`);
  return exitCode.done;
}
