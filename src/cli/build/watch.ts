import { exitCode } from "../exit-code.js";
import { onReaderGone } from "../io/on-reader-gone.js";
import { projectRoot } from "../project/open-project.js";
import { watchSpecs } from "../project/watch-specs.js";
import type { BuildRequest } from "./build-request.js";
import { fullBuild } from "./full-build.js";

/**
 * Builds, and rebuilds whenever a possible spec changes, until the process is ended. A failed build reports the reason,
 * and the next change starts another.
 */
export async function watch(request: BuildRequest): Promise<number> {
  const { options, terminal } = request;
  const watched = new Set<string>();
  const build = () => fullBuild({ ...request, looked: watched });
  const root = projectRoot(options, terminal);
  const readerGone = new Promise<void>((resolve) => onReaderGone(terminal.stdout, resolve));
  let building: Promise<unknown> = Promise.resolve();
  // Changes are events from now on, so the first build reads everything before them.
  const stop = await watchSpecs(
    root,
    (path) => watched.has(path),
    () => {
      building = building.then(build).catch((error: unknown) => terminal.err(`${String(error)}\n`));
    },
  );
  building = building.then(build);
  await building;
  terminal.err("Watching for changes. Ctrl-C ends it.\n");
  const signalled = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await Promise.race([signalled, readerGone]);
  await Promise.all([stop(), building]);
  return exitCode.done;
}
