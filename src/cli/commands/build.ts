import { isFresh, readLastBuild } from "../../cache/build-stamp.js";
import { cacheKey } from "../../cache/cache-folder.js";
import { readBuildId } from "../../node-host.js";
import type { BuildOptions } from "../build/build-options.js";
import type { BuildRequest } from "../build/build-request.js";
import { removeBuildLockLeftovers } from "../build/remove-build-lock-leftovers.js";
import { replayWarnings } from "../build/replay-warnings.js";
import { withoutOptimizer } from "../build/without-optimizer.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "../project/open-project.js";
import { plural, tookSince } from "../text/plural.js";

/**
 * `toolgen build`: compiles, compares with the files on disk, and writes the differences; with `--check` it fails
 * instead of writing. If nothing has changed since the stamp of the last build, no part of the compiler is loaded.
 */
export async function build(options: BuildOptions, terminal: Terminal): Promise<number> {
  const started = process.hrtime.bigint();
  const host = await openProject(options, terminal);
  if (!options.check) await removeBuildLockLeftovers(host);
  const buildId = await cacheKey(host, readBuildId(packageRoot), { create: options.check !== true });
  const last = options.check || options.watch ? undefined : await withoutOptimizer(() => readLastBuild(host, buildId));
  if (last === undefined || !isFresh(last)) return compileAll({ host, buildId, options, terminal, last });
  const { output, warnings, ...said } = last.stamp;
  const [tools, files] = [said.tools, plural(said.files, "file")];
  const cost = said.cost === "" ? "" : `${said.cost}\n`;
  await replayWarnings(warnings, options, terminal);
  if (options.format === "pretty")
    terminal.out(`${tools}, nothing changed: ${files} below ${output} up to date, in ${tookSince(started)}.\n${cost}`);
  return exitCode.done;
}

async function compileAll(request: BuildRequest): Promise<number> {
  if (request.options.watch) return (await import("../build/watch.js")).watch(request);
  return (await import("../build/full-build.js")).fullBuild(request);
}
