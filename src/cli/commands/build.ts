import { cacheKey, isFresh, readLastBuild } from "../../compiler/build-stamp.js";
import { readBuildId } from "../../contract/node-host.js";
import { type BuildOptions, type BuildRequest, removeBuildLockLeftovers, replayWarnings, withoutOptimizer } from "../build/fast-path.js";
import { exitCode, type FormatOption, type GlobalOptions, packageRoot, type SuggestOption } from "../command.js";
import { plural, tookSince } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { openProject } from "../project/open-project.js";

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
